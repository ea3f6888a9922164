import { expect, test } from 'vitest';
import { defer } from '../../../../src/core/deferred.ts';
import { RowsFirst } from '../../../../src/runs/worker/rowsFirst.ts';

test('Reading a whole file waits until nobody waits for rows, also if rows cannot be read', async () => {
  const rowsFirst = new RowsFirst();
  expect(rowsFirst.idle).toBeNull();
  const first = defer<string>();
  const second = defer<string>();
  const order: string[] = [];
  const readings = [rowsFirst.read(() => first.promise), rowsFirst.read(() => second.promise)];
  const reading = Promise.resolve(rowsFirst.idle).then(() => order.push('file'));
  first.resolve('rows');
  order.push((await readings[0]) ?? '');
  expect(rowsFirst.idle).not.toBeNull();
  second.reject(new Error('The file was deleted.'));
  await expect(readings[1]).rejects.toThrow('deleted');
  await reading;
  expect(order).toEqual(['rows', 'file']);
  expect(rowsFirst.idle).toBeNull();
});
