"""How Sphinx builds these pages: `make docs`."""

project = "TwixT puzzles"
copyright = "TwixT puzzle authors, MIT licence"  # noqa: A001 - Sphinx reads this name
extensions = ["myst_parser"]
exclude_patterns = ["screenshots"]
nitpicky = True
myst_heading_anchors = 3
html_theme = "alabaster"
html_static_path = ["static"]  # custom.css, which the theme looks for
html_theme_options = {
    "description": "A collection, a site and a solver that proves its answers",
    "fixed_sidebar": True,
    "page_width": "70rem",
}
html_sidebars = {"**": ["about.html", "searchfield.html", "navigation.html"]}
