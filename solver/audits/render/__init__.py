"""An audit for readers: one JSON object, text for a terminal, a page of HTML."""
