"""Times the page images of a PDF as the papers' own pipelines make them: pdftoppm at 1600 px, Pillow's LANCZOS resize to
the pixel budget, JPEG with quality 90.

    python3 pagePipeline.py FILE PAGES ...

For each number of pages, makes the images of that many pages with one run of pdftoppm. Prints the milliseconds of each as
JSON.
"""

import io
import json
import math
import subprocess
import sys
import time

from PIL import Image

LONG_SIDE = 1600
MAX_PIXELS = 401_408


def images(ppm):
    """The pages in the output of pdftoppm, one after the other."""
    at = 0
    while at < len(ppm):
        source = io.BytesIO(memoryview(ppm)[at : at + 64])
        kind = source.readline()
        width, height = map(int, source.readline().split())
        assert kind == b"P6\n" and source.readline() == b"255\n"
        at += source.tell()
        yield Image.frombuffer("RGB", (width, height), memoryview(ppm)[at : at + width * height * 3], "raw", "RGB", 0, 1)
        at += width * height * 3


def run(file, pages):
    start = time.perf_counter()
    command = ["pdftoppm", "-scale-to", str(LONG_SIDE), "-f", "1", "-l", str(pages), file]
    ppm = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    for image in images(ppm):
        factor = math.sqrt(MAX_PIXELS / (image.width * image.height))
        size = (math.floor(image.width * factor), math.floor(image.height * factor))
        image.resize(size, Image.Resampling.LANCZOS).save(io.BytesIO(), "JPEG", quality=90)
    return (time.perf_counter() - start) * 1000


print(json.dumps([run(sys.argv[1], int(pages)) for pages in sys.argv[2:]]))
