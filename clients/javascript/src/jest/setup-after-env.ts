import { FILE, type FileDatabase } from '../run';

declare const beforeEach: (hook: () => Promise<void>) => void;
declare const afterAll: (hook: () => Promise<void>) => void;

const file = (globalThis as { [FILE]?: FileDatabase })[FILE]!;
beforeEach(() => file.begin());
afterAll(() => file.end());
