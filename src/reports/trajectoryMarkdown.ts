import { markdownOf } from './markdown.ts';
import { trajectoryReport, type ExportOptions } from './trajectoryReport.ts';

/** A trajectory as a Markdown document. */
export function trajectoryMarkdown(options: ExportOptions): string {
  return markdownOf(trajectoryReport(options));
}
