import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { KEPT, UNKEPT } from './testing/text-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = [
  'shell/src',
  'shell/kit/src',
  'mf-client-portal/src',
  'mf-clients/src',
  'mf-review/src',
  'mf-workforms/src',
]
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(
      ({ name, parentPath }) =>
        name.endsWith('.tsx') && !name.endsWith('.test.tsx') && !parentPath.includes('/testing'),
    )
    .map(
      ({ name, parentPath }) =>
        [relative(ROOT, join(parentPath, name)), readFileSync(join(parentPath, name), 'utf8')] as const,
    ),
)

it('lists every file when it has a text field', () => {
  const found = sources.filter(([, text]) =>
    /<(TextField|TextArea|PasswordField|DateField|NumberField|input|textarea)\b/.test(text),
  )
  const known = [...Object.values(KEPT), ...Object.values(UNKEPT)].flat()
  expect(found.map(([path]) => path).toSorted()).toEqual(known.toSorted())
})

it('marks a button as busy when it sends a request', () => {
  const element = '<(Button|IconButton|ConfirmDialog|button)\\b'
  const attributes = '(?:(?!<Button|<IconButton|<ConfirmDialog|<button).)*?'
  const start = new RegExp(`${element}${attributes}on(?:Click|Confirm)=\\{[^}]*\\.mutate\\(.{0,400}`, 'gs')
  const unmarked = sources.flatMap(([path, text]) =>
    [...text.matchAll(start)].map(([found, tag]) => ({ path, found, tag })),
  )
  expect(
    unmarked.filter(({ found, tag }) => tag === 'button' || !/\bbusy=/.test(found)).map(({ path }) => path),
  ).toEqual([])
})
