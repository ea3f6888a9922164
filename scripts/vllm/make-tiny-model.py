"""Writes a checkpoint folder of a tiny Qwen2.5-VL: configuration, tokenizer, image processor and chat template.

It contains no weights. vLLM generates random ones (--load-format dummy), so that its whole HTTP interface can be
tested without a GPU and without downloading a model. Usage: make-tiny-model.py FOLDER
"""

import json
import sys
from pathlib import Path

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

CONTROL_TOKENS = [
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
]

# Text like the one that the tests force the model to write, so that its tags take few tokens.
CORPUS = [
    "<think>Image 1 shows the table that the question asks about.</think>",
    '<description><tool name="read_numeric_value" args="Image 1: row Total, column 2023">4.2</tool></description>',
    '<tool name="locate_visual_element" args="Image 2: chart">the bar chart</tool><answer>4.2 million</answer>',
]

# A turn is <|im_start|>role, its parts, <|im_end|>; an image is a pad token between two vision markers.
CHAT_TEMPLATE = """\
{%- for message in messages -%}
<|im_start|>{{ message['role'] }}
{% if message['content'] is string -%}
{{ message['content'] }}
{%- else -%}
{%- for part in message['content'] -%}
{%- if part['type'] in ('image', 'image_url') -%}
<|vision_start|><|image_pad|><|vision_end|>
{%- elif part['type'] == 'text' -%}
{{ part['text'] }}
{%- endif -%}
{%- endfor -%}
{%- endif -%}
<|im_end|>
{% endfor -%}
{%- if add_generation_prompt -%}
<|im_start|>assistant
{% endif -%}
"""


def make_tokenizer(folder: Path) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(
        CORPUS * 4,
        trainers.BpeTrainer(
            vocab_size=448,
            special_tokens=CONTROL_TOKENS,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    return tokenizer


def write_json(file: Path, value: object) -> None:
    file.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = make_tokenizer(folder)
    token = tokenizer.token_to_id
    vocabulary = -(-tokenizer.get_vocab_size() // 64) * 64

    (folder / "chat_template.jinja").write_text(CHAT_TEMPLATE, encoding="utf-8")
    write_json(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "eos_token": "<|im_end|>",
            "pad_token": "<|endoftext|>",
            "additional_special_tokens": CONTROL_TOKENS,
            "clean_up_tokenization_spaces": False,
            "model_max_length": 131072,
            "chat_template": CHAT_TEMPLATE,
        },
    )
    write_json(
        folder / "config.json",
        {
            "architectures": ["Qwen2_5_VLForConditionalGeneration"],
            "model_type": "qwen2_5_vl",
            "torch_dtype": "bfloat16",
            "vocab_size": vocabulary,
            "hidden_size": 64,
            "intermediate_size": 128,
            # Enough layers to make the engine slower than the web server, which sends nothing while it is behind.
            "num_hidden_layers": 8,
            "num_attention_heads": 2,
            "num_key_value_heads": 1,
            "head_dim": 32,
            "hidden_act": "silu",
            "rms_norm_eps": 1e-6,
            "rope_theta": 1e6,
            "rope_scaling": {"type": "mrope", "rope_type": "default", "mrope_section": [4, 6, 6]},
            "max_position_embeddings": 32768,
            "max_window_layers": 8,
            "use_sliding_window": False,
            "sliding_window": None,
            "tie_word_embeddings": True,
            "bos_token_id": token("<|endoftext|>"),
            "eos_token_id": token("<|im_end|>"),
            "pad_token_id": token("<|endoftext|>"),
            "vision_start_token_id": token("<|vision_start|>"),
            "vision_end_token_id": token("<|vision_end|>"),
            "vision_token_id": token("<|vision_pad|>"),
            "image_token_id": token("<|image_pad|>"),
            "video_token_id": token("<|video_pad|>"),
            "vision_config": {
                "model_type": "qwen2_5_vl",
                "depth": 2,
                "hidden_size": 64,
                "intermediate_size": 128,
                "num_heads": 2,
                "in_chans": 3,
                "in_channels": 3,
                "out_hidden_size": 64,
                "patch_size": 14,
                "spatial_patch_size": 14,
                "spatial_merge_size": 2,
                "temporal_patch_size": 2,
                "window_size": 112,
                "fullatt_block_indexes": [1],
                "tokens_per_second": 2,
                "hidden_act": "silu",
            },
        },
    )
    write_json(
        folder / "generation_config.json",
        {
            "do_sample": True,
            "temperature": 1.0,
            "eos_token_id": [token("<|im_end|>"), token("<|endoftext|>")],
            "pad_token_id": token("<|endoftext|>"),
        },
    )
    write_json(
        folder / "preprocessor_config.json",
        {
            "processor_class": "Qwen2_5_VLProcessor",
            "image_processor_type": "Qwen2VLImageProcessor",
            "patch_size": 14,
            "temporal_patch_size": 2,
            "merge_size": 2,
            "min_pixels": 3136,
            "max_pixels": 12845056,
            "image_mean": [0.48145466, 0.4578275, 0.40821073],
            "image_std": [0.26862954, 0.26130258, 0.27577711],
        },
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
