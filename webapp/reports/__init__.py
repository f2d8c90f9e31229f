"""Soundness reports as the site keeps and shows them."""
