"""Link previews: what messengers and social networks show of a shared link."""
