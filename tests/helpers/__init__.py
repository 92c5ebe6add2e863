"""Helpers that several folders of tests share: real servers, stores, proxies, waiting."""
