/** Finds every operation that the source defines. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isRecord } from '../src/define/json.ts';
import type { Operation } from '../src/define/operation.ts';

const DIRECTORY = fileURLToPath(new URL('../src/nouns', import.meta.url));

const isOperation = (value: unknown): value is Operation => isRecord(value) && 'route' in value && 'output' in value;

export async function allOperations(): Promise<readonly Operation[]> {
  const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    // Browser code has no operations and cannot be loaded here.
    .filter((path) => !/[\\/]page[\\/]/.test(path));
  const modules = await Promise.all(
    files.map((path) => import(pathToFileURL(join(DIRECTORY, path)).href) as Promise<Record<string, unknown>>),
  );
  return [...new Set(modules.flatMap((module) => Object.values(module)).filter(isOperation))];
}
