import { normalizeFields, type WorkformField } from '@portal/contract/fields'
import { expect, test } from 'vitest'
import { blankDraft, draftOf, fieldOf, isEmptyDraft, validateDraft } from './field-draft.ts'

const draft = (part: Partial<ReturnType<typeof blankDraft>> = {}) => ({ ...blankDraft('Docs'), name: 'Name', ...part })

test('requires a name that is not blank', () => {
  expect(validateDraft(draft({ name: '   ' }), false)).toEqual({ name: 'Please enter a field name.' })
  expect(validateDraft(draft(), false)).toEqual({})
})

test('turns a pasted list into options and reports duplicates', () => {
  const pasted = draft({ type: 'dropdown', options: ' LLC \r\n\nS corporation\nSole proprietor  \n' })
  expect(validateDraft(pasted, false)).toEqual({})
  expect(fieldOf(pasted, 'f').options).toEqual(['LLC', 'S corporation', 'Sole proprietor'])
  expect(validateDraft(draft({ type: 'checkbox', options: 'A\nB\nA' }), false).options).toBe(
    'The option “A” appears more than once (numbers 1 and 3).',
  )
  expect(validateDraft(draft({ type: 'dropdown' }), false).options).toBe('Please add at least one option.')
  expect(validateDraft(draft({ type: 'checkbox' }), false)).toEqual({})
  expect(validateDraft(draft({ type: 'dropdown', options: 'x'.repeat(201) }), false).options).toMatch(/200 characters/)
})

test('requires the bounds of a number to be numbers in order', () => {
  expect(validateDraft(draft({ type: 'number', min: '5', max: '3' }), false)).toEqual({
    max: 'The maximum is below the minimum.',
  })
  expect(validateDraft(draft({ type: 'number', min: 'x', decimals: '11' }), false)).toEqual({
    min: 'Please enter a number.',
    decimals: 'Please enter a whole number from 0 to 10.',
  })
  expect(fieldOf(draft({ type: 'number', min: '0', max: '', decimals: '2' }), 'f')).toMatchObject({
    min: 0,
    decimals: 2,
  })
  expect(fieldOf(draft({ type: 'number' }), 'f')).not.toHaveProperty('max')
})

test('limits a file field to 1 to 20 files, and treats all types like none', () => {
  expect(validateDraft(draft({ type: 'file', maxFiles: '21' }), false).maxFiles).toBe(
    'Please enter a whole number from 1 to 20.',
  )
  expect(fieldOf(draft({ type: 'file', accept: ['.png', '.pdf', '.xls'], maxFiles: '3' }), 'f')).toMatchObject({
    accept: ['.pdf', '.png'],
    maxFiles: 3,
  })
  const all = draft({
    type: 'download-reupload',
    accept: ['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.jpg', '.jpeg', '.png'],
  })
  expect(fieldOf(all, 'f')).not.toHaveProperty('accept')
})

test('requires a template for a download-reupload field in the assign dialog', () => {
  const reupload = draft({ type: 'download-reupload' })
  expect(validateDraft(reupload, true)).toEqual({ templateFile: 'Please upload a template file.' })
  expect(validateDraft(reupload, false)).toEqual({})
})

test('keeps input of another type in the form but not in the field', () => {
  const typed = draft({ type: 'short-text', options: 'A\nB', min: '1' })
  expect(fieldOf(typed, 'f')).toEqual({ id: 'f', name: 'Name', type: 'short-text', required: false, section: 'Docs' })
  expect(fieldOf({ ...typed, type: 'dropdown' }, 'f').options).toEqual(['A', 'B'])
})

test('restores every stored field unchanged from its form', () => {
  const stored: WorkformField[] = normalizeFields([
    { id: '1', name: 'A', type: 'text', section: 'S', description: 'Help' },
    { id: '2', label: 'B', type: 'select', options: ['x', 'y'], required: true },
    { id: '3', name: 'C', type: 'checkbox' },
    { id: '4', name: 'D', type: 'number', min: -1.5, max: 3, decimals: 2 },
    { id: '5', name: 'E', type: 'file', accept: ['.pdf'], maxFiles: 2, instructionText: 'Both pages' },
    {
      id: '6',
      name: 'F',
      type: 'download-reupload',
      templateFile: { name: 'a.pdf', path: 'p', size: 9, type: 'application/pdf' },
    },
    { id: '7', name: 'G', type: 'date' },
    { id: '8', name: 'H', type: 'email' },
  ])
  expect(stored.map((f) => fieldOf(draftOf(f, f.section), f.id))).toEqual(stored)
})

test('is blank when nothing worth keeping was typed', () => {
  expect(isEmptyDraft(blankDraft('Docs', 'date'))).toBe(true)
  expect(isEmptyDraft(draft())).toBe(false)
  expect(isEmptyDraft({ ...blankDraft(), options: 'A' })).toBe(false)
})

test('keeps that an answer is required only while the field is required', () => {
  const strict = draft({ required: true, answerRequired: true })
  expect(fieldOf(strict, 'f')).toMatchObject({ required: true, answerRequired: true })
  expect(draftOf(fieldOf(strict, 'f'), 'Docs').answerRequired).toBe(true)
  expect(fieldOf({ ...strict, required: false }, 'f')).not.toHaveProperty('answerRequired')
})
