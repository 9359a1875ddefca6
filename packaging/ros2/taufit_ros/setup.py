from glob import glob

from setuptools import setup

NAME = "taufit_ros"

setup(
    name=NAME,
    version="0.1.0",
    packages=[NAME],
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        (f"share/{NAME}/launch", glob("launch/*.launch.py")),
    ],
    install_requires=["setuptools"],
    zip_safe=True,
    maintainer="The taufit maintainers",
    maintainer_email="maintainers@taufit.invalid",
    description="The taufit program for ros2 run and ros2 launch",
    license="MIT OR Apache-2.0",
    entry_points={"console_scripts": [f"taufit = {NAME}.program:main"]},
)
