"""What is observed of runs: outcomes, rates over time, metrics for Prometheus, traces for OpenTelemetry."""
