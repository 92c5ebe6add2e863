"""Routes of the site itself: the page, its previews, the operator's texts, health, metrics."""
