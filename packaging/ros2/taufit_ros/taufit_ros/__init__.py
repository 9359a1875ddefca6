"""The taufit program for ros2 run and ros2 launch."""
