"""What the site answers to, a blueprint a module."""
