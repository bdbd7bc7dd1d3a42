import { createDatabase } from '../database';
import { read } from '../files';
import { FILE, keyOf, openFile, RUN, type FileDatabase, type Run, type RunOptions } from '../run';

const sandbox = globalThis as { monotable?: RunOptions; [FILE]?: FileDatabase };

/** Creates the database of a test file, before its modules are loaded. */
export = async (): Promise<void> => {
  const options = sandbox.monotable ?? {};
  const { key, run } = JSON.parse(process.env[RUN]!) as { key: string; run: Run };
  if (key !== keyOf(options)) {
    // Another project of the same run than that of the global set-up.
    const template = await createDatabase(run.endpoint, { name: keyOf(options), ...read(options) });
    Object.assign(run, { template: template.id, isolated: options.reset ?? true, mock: false });
  }
  sandbox[FILE] = await openFile(run);
};
