"""Code that tests share: houses, browsers, stores and state machines. Not here: tests."""
