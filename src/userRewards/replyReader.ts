import { createHmac, randomBytes } from 'node:crypto';
import { readReply, type Reply } from './messages.ts';

/** The most bytes of a reply. The longest are those that list the files of a reward, about 8 MB. */
const LONGEST_REPLY = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Reads the runner's replies, a line each: the authentication code of its number and text, a space, and the text. The
 * reward runs in the same process and could write lines of its own, but it does not have the key.
 */
export class ReplyReader {
  /** The key, which the runner must get before it loads the reward. */
  readonly key = randomBytes(32).toString('hex');
  #count = 0;
  #chunks: Buffer[] = [];
  #length = 0;

  /** The replies that end in these bytes. Throws after them for a line that is not the runner's. */
  *push(bytes: Buffer): Generator<Reply> {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...this.#chunks, bytes.subarray(start, end)]).toString('utf8');
      this.#chunks = [];
      this.#length = 0;
      start = end + 1;
      yield this.#read(line);
    }
    this.#chunks.push(bytes.subarray(start));
    this.#length += bytes.length - start;
    if (this.#length > LONGEST_REPLY) throw new Error('The reply is too long.');
  }

  #read(line: string): Reply {
    // An interpreter that is too old writes no code, and runs nothing else. Later lines may be the reward's.
    if (this.#count === 0 && line.startsWith('{')) {
      const reply = readReply(line);
      if (reply.type === 'too-old') return reply;
    }
    const text = line.slice(line.indexOf(' ') + 1);
    const code = createHmac('sha256', this.key).update(`${this.#count} ${text}`).digest('hex');
    if (line !== `${code} ${text}`) throw new Error('The reply is not from the runner.');
    this.#count += 1;
    return readReply(text);
  }
}
