# SPDX-License-Identifier: GPL-2.0-or-later
"""hostile.py: names that a hostile target, or an unlucky one, may send, as bytes. What each is to break is what it is
called."""

COMMAND = b"canary"


def shells(command):
  """Ways to make a shell, gnuplot, dot or a page run a command."""
  return {
    "backquotes": b"`%s`" % command,
    "dollar_parens": b"$(%s)" % command,
    "double_quote_end": b'"; system("%s"); "' % command,
    "single_quote_end": b"'; system('%s'); '" % command,
    "quote_shell": b"'; %s; '" % command,
    "quote_awk": b'"; system("%s") #' % command,
    "backslash_end": b"name\\",
    "backslash_quote": b'\\"; !%s\\n' % command,
    "backslash_quote_code": b'\\".system("%s")."' % command,
    "double_backslash": b"\\\\`%s`" % command,
    "newline_code": b"a\n! %s\nb" % command,
    "newline_gnuplot": b'a"\nset print "|%s"\nprint "x' % command,
    "semicolon": b"; %s ;" % command,
    "pipe": b"| %s |" % command,
    "ampersands": b"&& %s &" % command,
    "redirect": b"> PWNED",
    "load_pipe": b"< %s" % command,
    "gnuplot_macro": b"@macro @%s" % command,
    "gnuplot_comment": b"# %s" % command,
    "percent_s": b"%s%n%d%1$s%s%999999d",
    "awk_getline": b'"%s" | getline' % command,
    "assignment": b"FS=%s" % command,
    "csv_formula": b"=cmd|'/C %s'!A0" % command,
    "csv_plus": b"+1+%s()" % command,
    "leading_dash": b"-e system('%s')" % command,
    "leading_dashes": b"--output=PWNED",
    "parent_path": b"../PWNED",
    "root_path": b"/dev/null",
    "dot_attribute": b'"];node[URL="javascript:%s()"];x[label="' % command,
    "dot_attribute_bare": b'\\"];node[URL=\\"javascript:alert(1)\\"];x[label=\\"',
    "dot_record": b"<p>{a|b}|<q>\\{\\}",
    "dot_html": b'<<table href="javascript:alert(1)"><tr><td>x</td></tr></table>>',
    "dot_escapes": b"\\N\\G\\E\\T\\H\\L\\l\\r",
  }


MARKUP = {
  "cdata_end": b"a]]>b",
  "entity_zero": b"&#0;&#x0;&#65534;",
  "entity_amp": b"&amp;&lt;&unknown;&",
  "script": b"<script>alert(1)</script>",
  "script_attribute": b"\" onload=\"alert(1)\" x='",
  "script_attribute_single": b"' onmouseover='alert(1)' x=\"",
  "javascript": b"javascript:alert(1)",
  "title_end": b"</title></text></svg><script>alert(1)</script>",
  "comment_end": b"--><script>alert(1)</script><!--",
  "style_end": b"</style><style>@import url(//x)</style>",
  "processing_instruction": b"<?xml-stylesheet href='//x'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
  "gnuplot_enhanced": b"{/Symbol a}_{b}^{c}~d{.5e}@f",
  "gnuplot_image": b"{/=9999 big}{/:Bold b}\\&{x}",
}

CONTROLS = {
  "newline": b"two\nlines",
  "carriage_return": b"over\rwritten",
  "crlf": b"two\r\nlines",
  "tab": b"two\tfields",
  "vertical_tab": b"a\x0b\x0cb",
  "nul": b"cut\0off",
  "c0": bytes(range(1, 32)),
  "delete": b"a\x7fb",
  "c1": "".join(map(chr, range(0x80, 0xa0))).encode(),
  "c1_bytes": bytes(range(0x80, 0xa0)),
  "escape_colour": b"\x1b[31mred\x1b[0m",
  "escape_title": b"\x1b]0;owned\x07",
  "escape_clear": b"\x1b[2J\x1b[H\x1bc",
  "escape_report": b"\x1b[6n\x1b[c\x1b]11;?\x07",
  "escape_link": b"\x1b]8;;http://x\x1b\\here\x1b]8;;\x1b\\",
  "escape_clipboard": b"\x1b]52;c;b3duZWQ=\x07",
  "escape_c1": "\u009b31m\u009d0;owned\u009c".encode(),
  "escape_dcs": b"\x1bP$q\"p\x1b\\",
}

LETTERS = {
  "bidi_override": "\u202eevil\u202c".encode(),
  "bidi_isolate": "\u2066a\u2067b\u2069\u200e\u200f\u061c".encode(),
  "line_separator": "a\u2028b\u2029c\u0085d".encode(),
  "zero_width": "a\u200b\u200c\u200d\u2060\ufeffb".encode(),
  "combining": ("a" + "\u0301\u0489" * 40).encode(),
  "emoji": "\U0001f469\u200d\U0001f4bb\U0001f3f3\ufe0f".encode(),
  "wide": "プロファイラ内核".encode(),
  "right_to_left": "פרופיל مخطط".encode(),
  "not_a_character": "a\ufffe\uffff\U0001fffe\ufdd0".encode(),
  "private_use": "\ue000\U000f0000\U0010ffff".encode(),
  "tags": "a\U000e0001\U000e0041".encode(),
  "surrogate": b"a\xed\xa0\x80\xed\xbf\xbfb",
  "overlong": b"a\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf\xc1\x9cb",
  "above_unicode": b"\xf4\x90\x80\x80\xf8\x88\x80\x80\x80\xff\xfe",
  "truncated": "cut €".encode()[:-1],
  "latin1": "Grüße".encode("latin-1"),
  "replacement": "\ufffd\ufffd".encode(),
}

SHAPES = {
  "empty": b"",
  "blank": b" ",
  "blanks": b"    ",
  "leading_blanks": b"   led",
  "trailing_blanks": b"trailed   ",
  "hash": b"#1 worker",
  "forged_incomplete": b"# incomplete: full: x",
  "forged_note": b"# note: all is well",
  "forged_newline": b"x\n# incomplete: line: forged\n",
  "dash": b"-",
  "star": b"*",
  "braces": b"{}",
  "special_other": b"(other)",
  "special_probes": b"(probes)",
  "special_root": b"[main]",
  "number_sign": b"main#2",
  "stack_separator": b"a;b;c 12",
  "percent": b"100%",
  "commas": b"a,b,c",
  "equals": b"a=b",
  "case_twin": b"MAIN",
  "number": b"0x100000",
  "not_a_number": b"nan",
  "infinity": b"1e999",
  "long_200": b"abcdefghi " * 20,
  "long_letters": "ä".encode() * 300,
  "long_4095": "€".encode() * 1365,
  "long_8193": b"x" * 8193,
  "long_8192_cut": b"x" * 8191 + "€€".encode(),
  "long_65536": b"y`canary`" * 7281,
}


def names(command=COMMAND):
  """All hostile names: kind -> bytes."""
  return {**shells(command), **MARKUP, **CONTROLS, **LETTERS, **SHAPES}
