"""What LlamaIndex makes of the same files with the same embedder. Run by an interpreter that has it.

`python llamaindex_ingest.py EMBEDDER_FOLDER FILE…` prints one line of JSON: seconds, pages, chunks, peak_mb.
"""

from __future__ import annotations

import json
import resource
import sys
import time

CHUNK_TOKENS, CHUNK_OVERLAP = 256, 20


def main(folder: str, files: list[str]) -> dict[str, float]:
    """LlamaIndex's own PDF reader, sentence splitter and store in memory.

    Its chunks are as long as ours and as what the embedder reads: of its default of 1,024 tokens the embedder
    would leave out three quarters.
    """
    from llama_index.core import Settings, SimpleDirectoryReader, VectorStoreIndex
    from llama_index.embeddings.huggingface import HuggingFaceEmbedding

    Settings.embed_model = HuggingFaceEmbedding(model_name=folder, device="cpu")
    Settings.embed_model.get_text_embedding("warm")
    Settings.chunk_size, Settings.chunk_overlap = CHUNK_TOKENS, CHUNK_OVERLAP
    started = time.perf_counter()
    pages = SimpleDirectoryReader(input_files=files).load_data()
    read = time.perf_counter() - started
    index = VectorStoreIndex.from_documents(pages)
    return {
        "seconds": time.perf_counter() - started,
        "seconds_reading": read,
        "pages": len(pages),
        "chunks": len(index.docstore.docs),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], sys.argv[2:])))
