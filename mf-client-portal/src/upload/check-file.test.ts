import { describe, expect, test } from 'vitest'
import { contentProblem, splitDuplicates } from './check-file.ts'

const file = (name: string, content: BlobPart) => new File([content], name)

describe('content', () => {
  test('what a file holds is what its name says', async () => {
    expect(await contentProblem(file('a.pdf', '%PDF-1.7 …'))).toBeUndefined()
    expect(await contentProblem(file('a.PDF', '%PDF-1.7 …'))).toBeUndefined()
    expect(await contentProblem(file('a.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))).toBeUndefined()
    expect(await contentProblem(file('note.txt', 'just words'))).toBeUndefined()
  })
  test('a page called .pdf, a renamed program and an empty file are told apart', async () => {
    expect(await contentProblem(file('a.pdf', '<html>'))).toBe('The content of the file is not what its name says.')
    expect(await contentProblem(file('a.txt', 'MZ\u0090'))).toBe('The content of the file is not what its name says.')
    expect(await contentProblem(file('a.pdf', ''))).toBe('The file is empty.')
  })
  test('a file that cannot be read says so', async () => {
    const gone = file('a.pdf', '%PDF-')
    gone.slice = () => {
      throw new DOMException('gone', 'NotReadableError')
    }
    expect(await contentProblem(gone)).toBe('The file could not be read from this device.')
  })
})

test('a duplicate has the name and size of one that is there, or was chosen twice', () => {
  const [a, b, other] = [file('a.pdf', '123'), file('b.pdf', '123'), file('a.pdf', '12')]
  expect(splitDuplicates([a, b, other], [{ name: 'b.pdf', size: 3 }])).toEqual({ fresh: [a, other], duplicates: [b] })
  expect(splitDuplicates([a, a], [])).toEqual({ fresh: [a], duplicates: [a] })
})
