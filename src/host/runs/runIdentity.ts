/** The name of the kind of inspector source that shows a sample of a run. */
export const RUN_SAMPLE = 'runSample';
