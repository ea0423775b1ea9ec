# SPDX-License-Identifier: GPL-2.0-or-later
#
# jars.py FOLDER JAR KIND: writes a JAR of the classes in FOLDER that has the defect KIND. run.sh says what java.sh must
# say of it.

import os
import sys
import zipfile

folder, name, kind = sys.argv[1:]
main = {"main_absent": "p.Three", "main_odd": "..; touch x", "two_mains": None, "no_main": None}.get(kind, "p.One")
manifest = "Manifest-Version: 1.0\n"
if main:
    manifest += "Main-Class: %s\n" % main
if kind == "escape":
    manifest += "Class-Path: a\x1b]0;t.jar\n"
odd = {"traversal": "../../evil.class", "absolute": "/tmp/evil.class", "backslash": "..\\evil.class"}

if kind == "no_zip":
    with open(name, "w") as out:
        out.write("no jar")
    sys.exit()
with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as jar:
    if kind not in ("two_mains", "no_main"):
        jar.writestr("META-INF/MANIFEST.MF", manifest)
    for what in () if kind in ("empty", "no_main") else ("One", "Two"):
        jar.write(os.path.join(folder, "p", what + ".class"), "p/%s.class" % what)
    if kind == "no_main":
        jar.writestr("p/None.class", b"main ([Ljava/lang/String;)V")
    if kind in odd:
        entry = zipfile.ZipInfo("x")
        entry.filename = odd[kind]
        jar.writestr(entry, b"")
    if kind == "file_as_folder":
        jar.writestr("p/One.class/Two.class", b"")
    if kind == "nested":
        jar.writestr("BOOT-INF/lib/a.jar", b"")
        jar.writestr("BOOT-INF/lib/b.jar", b"")
    if kind == "bomb":
        with jar.open("p/Large.class", "w") as out:
            for _ in range(257):
                out.write(bytes(1 << 20))
if kind == "cut":
    with open(name, "r+b") as out:
        out.truncate(os.path.getsize(name) - 30)
