import { readTexts } from '../../../src/core/records/fieldValues.ts';
import { retrievalOf } from '../../../src/core/records/sample.ts';
import type { ScoreContext } from '../../../src/core/rewards/model.ts';
import { boxRecord } from '../../golden/generate/boxes.ts';
import { Choices } from '../../golden/generate/choices.ts';
import { evisragRecord } from '../../golden/generate/evisrag.ts';
import { Generator } from '../../golden/generate/lang2act.ts';
import { vragRecord, vragTrainingRecord } from '../../golden/generate/vrag.ts';
import { r1vRecord } from '../../golden/generate/r1v.ts';
import { mathTextRecord, publicRecord, searchRecord } from '../../golden/generate/public.ts';
import type { JsonObject } from '../../golden/json.ts';
import { contextOf } from './responses.ts';

/** A response with the context that a reward gets. */
export interface Sample {
  readonly response: string;
  readonly context: ScoreContext;
}

/** Generated responses of the kind that a profile reads, with their contexts; the verdict is unknown. */
export function samplesFor(profile: string, count: number, seed = 7): readonly Sample[] {
  const choose = new Choices(seed);
  const generator = new Generator(choose);
  return choose.list(count, () => {
    if (profile === 'evisrag') return ofRecord(evisragRecord(choose));
    if (profile === 'vrag-rl-anls') return ofRecord(vragRecord(choose));
    if (profile.startsWith('vrag-rl')) return ofRecord(vragTrainingRecord(choose));
    if (profile === 'r1v') return ofRecord(r1vRecord(choose));
    if (profile === 'verl-math') return ofRecord(mathTextRecord(choose));
    if (profile === 'verl-search-r1') return withFirstTarget(searchRecord(choose));
    if (/^(?:easyr1|verl|search-r1)/.test(profile)) return ofRecord(publicRecord(choose));
    if (profile.startsWith('vg-')) return ofRecord(boxRecord(choose));
    const { response, num_images: numImages = null, reference } = generator.next();
    return { response, context: contextOf('unknown', { numImages, reference }) };
  });
}

/** A sample with the first of the accepted answers of a record. */
function withFirstTarget(record: JsonObject): Sample {
  const { target } = record['ground_truth'] as { readonly target: string | readonly string[] };
  return ofRecord({ ...record, ground_truth: typeof target === 'string' ? target : (target[0] ?? '') });
}

function ofRecord(record: JsonObject): Sample {
  const {
    response,
    ground_truth: reference = '42',
    tool_results: toolResults,
    response_length: length,
  } = record;
  return {
    response: response as string,
    context: contextOf('unknown', {
      question: (record['prompt'] ?? null) as string | null,
      reference: reference as string,
      toolResults: (toolResults ?? null) as string | null,
      responseLength: (length ?? null) as number | null,
      retrieval: retrievalOf({
        images: readTexts(record['retrieved_images']),
        fileName: (record['file_name'] ?? null) as string | null,
        pages: readTexts(record['reference_page']),
      }),
    }),
  };
}
