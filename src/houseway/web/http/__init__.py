"""Everything over HTTP: the application, its pages, signing in, the lobby, the rules and the public interface."""
