"""What tests share: houses, browsers, stores and machines. No test."""
