import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerFileName, ArchiveNames, safeName } from './archive-names.ts'

describe('a name in a ZIP', () => {
  it.each([
    ['October statement.pdf', 'October statement.pdf'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['..', '_'],
    ['C:\\Windows\\x.pdf', 'C_Windows_x.pdf'],
    ['', '_'],
    ['nul.txt', '_nul.txt'],
    ['Rechnung "März".pdf', 'Rechnung _März_.pdf'],
    ['exe.\u202Efdp.txt', 'exe._fdp.txt'],
    ['ends with dots... ', 'ends with dots'],
    [`${'long '.repeat(50)}.pdf`, `${'long '.repeat(50).slice(0, 56).trim()}.pdf`],
  ])('%j becomes %j', (text, expected) => {
    expect(safeName(text)).toBe(expected)
  })

  it.each([
    ['Bank statement', 'October.pdf', 'Bank statement - October.pdf'],
    ['', 'October.pdf', 'October.pdf'],
    [
      'Please upload the statements of all bank accounts of the last twelve months',
      'checking-2026-10.pdf',
      'Please upload the statements of all b - checking-2026-10.pdf',
    ],
    ['Any other documents', `${'n'.repeat(80)}.pdf`, `Any other do - ${'n'.repeat(41)}.pdf`],
  ])('says the question %j and the own name %j', (question, name, expected) => {
    expect(answerFileName(question, name)).toBe(expected)
    expect(expected.length).toBeLessThanOrEqual(60)
  })

  it('never leads out of its folder and is unique', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        '..',
        '.',
        '/',
        '\\',
        'a',
        'A',
        'a (2)',
        'a.pdf',
        'A.PDF',
        'con',
        'é',
        'e\u0301',
        'ß',
        'SS',
        'ﬁ',
        'fi',
        '\0',
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part), { maxLength: 30 }), (files) => {
        const names = new ArchiveNames()
        const paths = files.map(([folder, file], i) =>
          names.place(names.place('', folder, `folder of ${folder}`), file, `file ${i}`),
        )
        for (const path of paths) {
          const parts = path.split('/')
          expect(parts).toHaveLength(2)
          for (const name of parts) {
            expect(name).not.toMatch(/^\.|[\\:*?"<>|\p{Cc}]|[. ]$/u)
            expect(name.length).toBeGreaterThan(0)
            expect(Array.from(name).length).toBeLessThan(75)
          }
        }
        expect(new Set(paths.map((p) => p.normalize('NFKC').toLowerCase())).size).toBe(paths.length)
      }),
    )
  })
})
