"""Names that mean no good, or that only look so: each is shown everywhere that a name is."""

MARKUP = [
    "<b>", "<script>x()</script>", "</script>", "<img src=x onerror=x()>", "<svg/onload=x()>",
    "</title>", "</textarea><b>", "<!--", "-->", "<![CDATA[", "]]>", "<hx-partial id=state>",
    "</hx-partial>", "</p><p>", "<a href=//x>", "<base href=//x>", "<iframe>", "<style>*{}",
    "<meta http-equiv", "<b", "b>", "<>", "< b>", "<\u00e9>", "&lt;b&gt;", "&amp;", "&",
    "&#60;b&#62;", "&#x3c;b", "&nbsp;", "&copy", "&bogus;",
]  # fmt: skip
ATTRIBUTES = [
    '"', "'", "''", '""', '"><b>', "'><b>", '" onclick="x()', "' autofocus '", '" x="', "`", "``",
    "` onclick=x() `", "=", '"/>', '" style="', '"\'`', "\u201d onclick=",
    "\uff02\uff1e\uff1cb\uff1e",
]  # fmt: skip
LANGUAGES = [
    "{{ 7*7 }}", "{% raw %}", "{# no #}", "{name}", "{0}", "{}", "{name.__class__}", "%s",
    "%(name)s", "%n%n", "${7*7}", "#{7*7}", "$(id)", "`id`", "'; DROP TABLE", "' OR 1=1 --", "\\",
    "\\u003c", "\\\"", "../../etc", "javascript:x()", "data:text/html", "//evil.example", "null",
    "None", "undefined", "NaN", "true", "[object Object]", "__proto__", "constructor", "0", "-1",
    "1e309", "=1+1", "@x", "+1",
]  # fmt: skip
LINES = [
    "a\nb", "a\rb", "a\r\nb", "data: x", "a\n\ndata: x", "event: bye", "id: 9-9", "a\r\rdata: x",
    "a\tb", "a\x0bb", "a\x0cb", "a\x1cb", "a\x85b", "a\u2028b", "a\u2029b", "a\x00b", "\x00",
    "\x1b[31mred", "a\x07", "a\x08\x08b", "a\x7fb", "\x9b31m",
]  # fmt: skip
DIRECTIONS = [
    "\u202ereversed", "a\u202eb\u202cc", "\u202da", "\u202aa", "\u202ba", "\u2066a", "\u2067a",
    "\u2068a", "\u2069\u2069a", "\u2067\u2067\u2067", "a\u200e", "\u200fa", "\u061ca",
    "\u05d0\u05d1", "\u05d0 9", "9 \u05d0", "a \u05d0 b", "\u0645\u062d\u0645\u062f",
    "\u0645\u06f1\u06f2", "\ufdf2", "\u0710\u0712", "\u0780", "\u07c1\u07c2", "\U00010900",
    "\U0001e900\U0001e901", "\u05d0)", "(\u05d0",
]  # fmt: skip
UNSEEN = [
    "", " ", "   ", "\u00a0", "\u3000", "\u2800", "\u2800\u2800", "\u200b", "\u200b\u200c\u200d",
    "\ufeff", "\u2060", "\u00ad", "\u3164", "\u115f\u1160", "\uffa0", "\u180e", "\u034f", "\u17b4",
    "\ufe0f", "\U000e0041\U000e0042", "A\u200bda", "Ad\u00ada", "A\u2060da", "Ada\ufe0f",
    "Ada\u3164", " Ada ", "A  da", "Ada\U000e0061", "\ue000", "\U000fffff", "\ufffe", "\U0001fffe",
    "\u0378", "\ufff9a\ufffa",
]  # fmt: skip
STACKED = [
    "Z\u0351\u036b\u0343\u036a\u0302", "a" + "\u0301" * 40, "e\u0302\u0301\u0300", "\u0301a",
    "\u0301", "a \u0301", "o\u0332\u0333\u0347", "\u0e01" + "\u0e35" * 20, "a" + "\u20dd" * 5,
    "x\u0336\u0336\u0336", "\u0915" + "\u093e" * 20, "\u0915\u094d" * 16, "a\u0489\u0489\u0489",
]  # fmt: skip
LONG = [
    "a" * 16, "a" * 17, "a" * 4000, "W" * 17, "\ufdfa", "\u1100" * 60, "\U0001f469\u200d" * 30,
    "a b" * 9, "\U0001f1e9\U0001f1ea" * 17, "\U0001f44d\U0001f3fd" * 16, "\u0928\u093f" * 17,
    "\ufb03" * 6,
]  # fmt: skip
USUAL = [
    "Ada", "Jos\u00e9", "Jose\u0301", "Zo\u00eb", "O'Brien", "Smith & Sons", "Ti\u1ebfng Vi\u1ec7t",
    "\u4e2d\u6587", "\ud55c\uad6d\uc5b4", "\u65e5\u672c\u8a9e", "\u0e01\u0e47\u0e48",
    "\u0939\u093f\u0928\u094d\u0926\u0940", "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
    "\u0645\u064f\u062d\u064e\u0645\u064e\u0651\u062f", "\U0001f600", "\u2764\ufe0f",
    "\U0001f469\u200d\U0001f680", "\U0001f3f3\ufe0f\u200d\U0001f308", "1\ufe0f\u20e3",
    "\uff21\uff44\uff41", "\u216b", "\u2460", "\u00c5", "\u212b", "M\u00b2", "-", ".", "\u00b7",
    "~^~", "(:",
]  # fmt: skip

HOSTILE_NAMES: tuple[str, ...] = tuple(
    dict.fromkeys(
        MARKUP + ATTRIBUTES + LANGUAGES + LINES + DIRECTIONS + UNSEEN + STACKED + LONG + USUAL
    )
)
