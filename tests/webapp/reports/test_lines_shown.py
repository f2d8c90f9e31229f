"""Lines of a report in words."""

from solver.files import read_diagram
from webapp.reports.lines_shown import in_words


def test_a_line_is_told_as_far_as_the_rules_allow_it() -> None:
    """In old reports the winner passes where a hole is left to him."""
    position = read_diagram("""\
TwixT 6x6 STD, white to move
   A  B  C  D  E  F
1     .  .  .  .
2  .  .  .  .  .  .
3  .  .  W  .  .  .
4  .  B  .  .  .  .
5  .  .  .  .  .  .
6     .  .  .  .
""")
    assert in_words(position, ["b5", "d4", "pass", "e1"]) == ("B5", "D4")


def test_a_pass_that_a_report_names_is_one_in_words() -> None:
    position = read_diagram("""\
TwixT 5x5 3M, black to move
   A  B  C  D  E
1     W  W  W
2  B  W  B  W  B
3  B  B  B  B  .
4  .  W  .  B  .
5     W  W  W
White links: B2-D1 B4-D5
Black links: A2-C3 B3-D4 C2-D4 D4-E2
""")
    words = in_words(position, ["c4", "pass", "[-c'3][/d2'][a4]"])
    assert ("C4", "a pass") == words[:2]
    assert words == in_words(position, ["c4", "", "[-c'3][/d2'][a4]"])
