import type { TrainingForm } from '../../../core/training/trainingForms.ts';
import type { TrainingRecord } from '../../../core/training/model.ts';
import { pythonJson } from '../../../core/records/writing/pythonJson.ts';
import type { TrainingFolder } from './trainingFolder.ts';

/** Writes the records of an export. */
export interface TrainingWriter {
  /** The name of the file. */
  readonly file: string;
  add(record: TrainingRecord, index: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the file of an export in its folder.
 * @throws PageTraceError `file-unwritable`, also from its functions
 */
export async function openTrainingWriter(
  form: TrainingForm,
  folder: TrainingFolder,
): Promise<TrainingWriter> {
  if (form.container === 'jsonl') {
    const file = 'train.jsonl';
    return {
      file,
      add: (record, index) => folder.addLine(file, pythonJson(form.row(record, index))),
      close: () => Promise.resolve(),
    };
  }
  const file = 'train.parquet';
  const { VerlTable } = await import('./verlTable.ts');
  const { write, close } = await folder.openFile(file);
  const table = new VerlTable(write);
  return {
    file,
    add: (record, index) => table.add(form.row(record, index)),
    close: async () => {
      await table.finish();
      await close();
    },
  };
}
