#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# make.py: tars, whole and hostile, into the folder FOLDER, and a line for each: its name, a tab, what ListFiles must
# say (a part of it). Usage: make.py FOLDER

import io
import sys
import tarfile

BLOCK = 512
cases = {}


def octal(number, width):
    return b"%0*o\0" % (width - 1, number)


def header(name, size=b"", kind=b"0", magic=b"ustar\x0000", prefix=b"", mtime=5, target=b""):
    size = size if isinstance(size, bytes) and size else octal(size or 0, 12)
    block = name.ljust(100, b"\0") + octal(0o644, 8) + octal(0, 8) * 2 + size + octal(mtime, 12) + b" " * 8 + kind
    block += target.ljust(100, b"\0") + magic + b"\0" * 80 + prefix.ljust(155, b"\0")
    block = block.ljust(BLOCK, b"\0")
    return block[:148] + b"%06o\0 " % sum(block) + block[156:]


def member(name, content=b"", **more):
    return header(name, len(content), **more) + content + b"\0" * (-len(content) % BLOCK)


def pax(*records, kind=b"x"):
    return member(b"PaxHeader", b"".join(records), kind=kind)


def record(key, value):
    length = len(key) + len(value) + 3
    while len(b"%d" % length) + len(key) + len(value) + 3 != length:
        length += 1
    return b"%d %s=%s\n" % (length, key, value)


END = b"\0" * 2 * BLOCK


def good(name, tar, listed):
    cases[name] = (tar + END, listed)


def bad(name, tar, said, end=END):
    cases[name] = (tar + end, said)


def hash_of(content):
    value = 1
    for byte in content:
        value = (31 * value + (byte ^ 0x80) - 0x80) & 0xffffffff
    return value - (value >> 31 << 32)


def of_tarfile(form):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as tar:
        for name in ["x" * 60 + "/" + "y" * 90, "z"]:
            info = tarfile.TarInfo(name)
            info.size = 3
            info.mtime = 7
            tar.addfile(info, io.BytesIO(b"abc"))
    return out.getvalue()


abc = hash_of(b"abc")
for form, name in [(tarfile.USTAR_FORMAT, "ustar"), (tarfile.GNU_FORMAT, "gnu"), (tarfile.PAX_FORMAT, "pax")]:
    cases["python_" + name] = (of_tarfile(form), "/%s/%s 3 %d 7000; /z 3 %d 7000; " % ("x" * 60, "y" * 90, abc, abc))
large = bytes(range(256)) * 300
good("folders", member(b"a/", kind=b"5") + member(b"./a/b", b"abc") + member(b"a/", kind=b"5") + member(b"old/", kind=b"\0")
     + member(b"large", large), "/a/ 5000; /a/b 3 %d 5000; /large %d %d 5000; /old/ 5000; "
     % (abc, len(large), hash_of(large)))
good("gnu_long", member(b"././@LongLink", b"l" * 300 + b"\0", kind=b"L", magic=b"ustar  \0") + member(b"l" * 100, b"abc"),
     "/" + "l" * 300 + " 3")
good("gnu_large_number", header(b"a", b"\x80" + b"\0" * 10 + b"\3") + b"abc".ljust(BLOCK, b"\0"), "/a 3")
good("pax_records", pax(record(b"path", "ä/ö".encode()), record(b"size", b"3"), record(b"mtime", b"12.75"),
                        record(b"comment", b"x" * 2000)) + header(b"wrong", 0) + b"abc".ljust(BLOCK, b"\0"),
     "/ä/ö 3 %d 12750; " % abc)
good("pax_global", pax(record(b"comment", b"1234"), kind=b"g") + member(b"a", b"abc"), "/a 3")
good("none", b"", "")
good("many", b"".join(member(b"%d/%d" % (i % 317, i)) for i in range(100000)), "100317 files")
cases["no_tar"] = (b"some text " * 100, "")

bad("checksum", member(b"a", b"abc") + member(b"b", b"abc").replace(b"b\0", b"c\0", 1), "byte 1024: a header's checksum is wrong")
bad("cut_in_header", member(b"a", b"abc") + header(b"b")[:300], "byte 1024: it ends before its last entry", b"")
bad("cut_in_file", header(b"a", 2000) + b"x" * 1000, "byte 0: `a' is said to have 2000 bytes, and the tar has only 1000", b"")
bad("cut_in_padding", header(b"a", 3) + b"abc", "it ends before its last entry", b"")
bad("cut_before_end", member(b"a", b"abc"), "byte 1024: it ends before its last entry", b"")
bad("parent", member(b"a/../../b", b"abc"), "`a/../../b' leads out of the tar's folder")
bad("absolute", member(b"/etc/a", b"abc"), "`/etc/a' is an absolute name")
bad("symbolic_link", member(b"a", kind=b"2", target=b"/etc/passwd"), "`a' is a symbolic link")
bad("hard_link", member(b"b") + member(b"a", kind=b"1", target=b"b"), "`a' is a hard link")
bad("long_link", member(b"x", b"t" * 200 + b"\0", kind=b"K") + member(b"a", kind=b"2"), "`a' is a symbolic link")
bad("device", member(b"a", kind=b"3"), "`a' is neither a file nor a directory, but of tar's type `3'")
bad("fifo", member(b"a", kind=b"6"), "of tar's type `6'")
bad("sparse", member(b"a", kind=b"S"), "`a' is stored with holes")
bad("pax_sparse", pax(record(b"GNU.sparse.major", b"1")) + member(b"a"), "is stored with holes")
bad("negative", header(b"a", b"-0000000007\0"), "a header's size is negative")
bad("negative_binary", header(b"a", b"\xff" * 12), "a header's size is negative")
bad("no_number", header(b"a", b"12x45678901\0"), "a header's size is no number")
bad("overflow_binary", header(b"a", b"\x80" + b"\x7f" * 11), "a header's size does not fit 63 bits")
bad("overflow_pax", pax(record(b"size", b"9" * 19)) + member(b"a"), "size is no number below 2^63")
bad("largest", header(b"a", b"\x80\0\0\0\x7f" + b"\xff" * 7), "`a' is said to have 9223372036854775807 bytes")
bad("twice", member(b"a", b"abc") + member(b"./a", b"abd"), "`./a' is there twice")
bad("file_as_folder", member(b"a", b"abc") + member(b"a/b", b"abc"), "`a/b' is there twice")
bad("folder_as_file", member(b"a/b", b"abc") + member(b"a", b"abc"), "`a' is there twice")
bad("behind_end", member(b"a", b"abc"), "byte 2048: there is more behind the tar's end", END + member(b"b", b"abc") + END)
bad("pax_length", pax(b"99 path=a\n") + member(b"a"), "a pax header is malformed")
bad("pax_no_value", pax(b"7 path\n") + member(b"a"), "a pax header is malformed")
bad("pax_no_length", pax(b"path=a\n") + member(b"a"), "a pax header is malformed")
bad("pax_global_path", pax(record(b"path", b"a"), kind=b"g") + member(b"b"), "a global pax header sets `path'")
bad("pax_zero_in_name", pax(record(b"path", b"a\0b")) + member(b"b"), "a pax header is malformed")
bad("pax_alone", pax(record(b"path", b"a")), "the entry that a long name or a pax header is for is missing")
bad("long_name_cut", header(b"x", 3000, kind=b"L") + b"n" * 512, "it ends before its last entry", b"")
bad("large_record", header(b"x", 1 << 30, kind=b"x"), "a header of 1073741824 bytes")
bad("latin1", member(b"\xe4", b"abc"), "is no name in UTF-8")
bad("no_name", member(b"./", b"abc", kind=b"0") + member(b".", b"abc"), "a file has no name")

for name, (tar, said) in cases.items():
    with open(sys.argv[1] + "/" + name + ".tar", "wb") as out:
        out.write(tar)
    print(name, said, sep="\t")
