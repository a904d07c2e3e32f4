import type { WidgetProps } from '@portal/contract/widgets'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { field } from '../testing/fixtures.tsx'
import { BuilderWidget } from './widget.tsx'

type Props = WidgetProps['mf-workforms/builder']
type Built = Parameters<Props['onSubmit']>[0]

const fields = [
  field('a', 'Legal name', 'Business'),
  field('b', 'Tax number', 'Business'),
  field('c', 'Bank', 'Accounts'),
]
const given = { name: 'Intake', description: '', fields }

function show(props: Partial<Props> = {}) {
  const onSubmit = vi.fn<(built: Built) => void>()
  const element = (
    <BuilderWidget allowReupload submitLabel="Submit Workform" offerTemplate onSubmit={onSubmit} {...props} />
  )
  return { ...render(element), onSubmit, element }
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text)

/** Opens the fields of a workform that is there. */
async function openFields(props: Partial<Props> = {}) {
  const view = show({ initial: given, ...props })
  await press('Next')
  return view
}

/** Ids of the fields as they stand, by section. */
const shown = (): string[][] =>
  [...document.querySelectorAll('[data-section]')].map((section) =>
    [...section.querySelectorAll<HTMLElement>('[data-field]')].map((row) => row.dataset['field'] ?? ''),
  )

// Typing by key is slow where other work keeps the machine busy.
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the way through the steps', () => {
  test('hands over what the preview shows when another button asks for it, and forgets the kept copy', async () => {
    const onProgress = vi.fn<NonNullable<Props['onProgress']>>()
    const { unmount, onSubmit } = await openFields({ onProgress })
    expect(onProgress.mock.lastCall?.[0]).toEqual({ name: 'Intake', take: null })
    await press('Back')
    await type('Workform Name', ' 2026')
    await press('Next')
    await press('Next')
    const taken = onProgress.mock.lastCall?.[0].take?.()
    expect(taken).toMatchObject({ name: 'Intake 2026', is_template: false })
    expect(taken?.fields.map((f) => f.name)).toEqual(['Legal name', 'Tax number', 'Bank'])
    unmount()
    expect(localStorage.length).toBe(0)
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('needs a name and a field, says so, and hands over what was built', async () => {
    const { onSubmit } = show()
    await press('Next')
    expect(screen.getByRole('alert').textContent).toBe('Please fill in workform name')
    await type('Workform Name', '  Year-end  ')
    expect(screen.queryByRole('alert')).toBeNull()
    await press('Next')
    await press('Next')
    expect(screen.getByRole('alert').textContent).toBe('Please add at least one field')

    await type('Field name', 'Entity type')
    await userEvent.selectOptions(screen.getByLabelText('Field type'), 'Dropdown')
    await type('Options', 'LLC{Enter}S corporation')
    await type('Section', 'Business')
    await userEvent.click(screen.getByLabelText('Required'))
    await press('Add Field')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('1 field in 1 section')).toBeDefined()

    await press('Next')
    expect(screen.getByRole('heading', { name: 'Business' })).toBeDefined()
    expect(screen.getByLabelText(/^Entity type/)).toBeDefined()
    await userEvent.click(screen.getByLabelText('Save as template for future use'))
    await press('Submit Workform')
    const built = onSubmit.mock.calls[0]?.[0]
    expect(built).toMatchObject({ name: 'Year-end', description: '', is_template: true })
    expect(built?.fields).toMatchObject([
      { name: 'Entity type', type: 'dropdown', required: true, section: 'Business', options: ['LLC', 'S corporation'] },
    ])
  })

  test('a field that was typed but not added comes along; one that is not valid is named at its place', async () => {
    await openFields()
    await type('Field name', 'Website')
    await press('Next')
    expect(screen.getByLabelText('Website')).toBeDefined()
    await press('Back')
    await userEvent.selectOptions(screen.getByLabelText('Field type'), 'Dropdown')
    await type('Options', 'A{Enter}A')
    await type('Field name', 'Twice')
    await press('Next')
    expect(screen.getByText(/^The option “A” is there more than once/)).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Options/).value).toBe('A\nA')
  })

  test('without a name no field is added', async () => {
    await openFields()
    await press('Add Field')
    expect(screen.getByText('Please enter a field name.')).toBeDefined()
    expect(shown()).toEqual([['a', 'b'], ['c']])
  })

  test('inside client creation there is no download-reupload; in the assign dialog it needs its template', async () => {
    await openFields({ allowReupload: false })
    const options = () => within(screen.getByLabelText('Field type')).getAllByRole('option')
    expect(options().map((o) => o.textContent)).not.toContain('Download and re-upload')
    expect(options()).toHaveLength(8)
    cleanup()
    await openFields({ templateScreen: 'assign' })
    // All nine that the specification lists.
    expect(options()).toHaveLength(9)
    await userEvent.selectOptions(screen.getByLabelText('Field type'), 'Download and re-upload')
    await type('Field name', 'Engagement letter')
    await press('Add Field')
    expect(screen.getByText('Please upload a template file.')).toBeDefined()
    await userEvent.upload(screen.getByLabelText('Upload template file'), new File(['x'], 'letter.txt'), {
      applyAccept: false,
    })
    expect(screen.getByText('This type of file is not accepted here.')).toBeDefined()
  })
})

describe('the list', () => {
  test('points out fields of one section that have the same name, until one is renamed', async () => {
    await openFields({
      initial: { ...given, fields: [...fields, field('d', ' legal Name', 'Business'), field('e', 'Bank', 'Business')] },
    })
    const marked = () =>
      screen
        .queryAllByText('Another field in this section has the same name.')
        .map((note) => note.closest('[data-field]')?.getAttribute('data-field'))
    expect(marked()).toEqual(['a', 'd'])
    await userEvent.click(screen.getByRole('button', { name: 'Edit Legal name' }))
    await userEvent.type(
      within(document.querySelector<HTMLElement>('[data-field=a]') as HTMLElement).getByLabelText(/^Field name/),
      ' 2',
    )
    expect(marked()).toEqual([])
  })

  test('fields move by keyboard within a section and over its edge, and the focus stays on the button', async () => {
    await openFields()
    screen.getByRole('button', { name: 'Move Tax number up' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(shown()).toEqual([['b', 'a'], ['c']])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Tax number up')
    expect(screen.getByText('Moved Tax number to place 1 of 2 in Business.')).toBeDefined()
    await userEvent.keyboard('{Enter}')
    expect(shown()).toEqual([['b', 'a'], ['c']])

    screen.getByRole('button', { name: 'Move Legal name down' }).focus()
    await userEvent.keyboard(' ')
    expect(shown()).toEqual([['b'], ['a', 'c']])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Legal name down')
  })

  test('sections move by keyboard, are renamed, and never get the name of another', async () => {
    await openFields()
    screen.getByRole('button', { name: 'Move all of Accounts up' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(shown()).toEqual([['c'], ['a', 'b']])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move all of Accounts up')

    await press('Rename Accounts')
    await userEvent.keyboard('business{Enter}')
    expect(screen.getByText('There is already a section with this name.')).toBeDefined()
    await userEvent.clear(screen.getByLabelText('Section name'))
    await userEvent.keyboard('Banks{Enter}')
    expect(screen.getByRole('region', { name: 'Banks' })).toBeDefined()
  })

  test('what is removed comes back with Undo', async () => {
    await openFields()
    await press('Remove Legal name')
    await press('Remove all of Accounts')
    expect(shown()).toEqual([['b']])
    await press('Undo')
    await press('Undo')
    expect(shown()).toEqual([['a', 'b'], ['c']])
  })

  test('a field is edited in its place, takes effect as it is typed, and moves with its section', async () => {
    const { onSubmit } = await openFields()
    await press('Edit Legal name')
    expect(document.activeElement).toBe(screen.getByLabelText(/^Field name/))
    await type('Field name', ' of the company')
    await userEvent.clear(screen.getByLabelText('Section'))
    await type('Section', 'Accounts')
    await press('Next')
    await press('Submit Workform')
    expect(onSubmit.mock.calls[0]?.[0].fields).toEqual([
      field('b', 'Tax number', 'Business'),
      field('c', 'Bank', 'Accounts'),
      field('a', 'Legal name of the company', 'Accounts'),
    ])
  })

  test('an edit that is not valid is kept in sight and keeps the step from being left', async () => {
    await openFields()
    await press('Edit Legal name')
    await userEvent.clear(screen.getByLabelText(/^Field name/))
    await press('Next')
    expect(screen.getByText('Please enter a field name.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Move Legal name up' })).toBeDefined()
  })

  test('the plus of a section opens the new field there', async () => {
    await openFields()
    await press('New field in Accounts')
    expect(document.activeElement).toBe(screen.getByLabelText(/^Field name/))
    expect(screen.getByLabelText<HTMLInputElement>('Section').value).toBe('Accounts')
    await userEvent.keyboard('Branch{Enter}')
    expect(shown().map((ids) => ids.length)).toEqual([2, 2])
  })
})

describe('unsaved work', () => {
  test('is reported, and asked about before it is given up', async () => {
    const onDirty = vi.fn()
    const onCancel = vi.fn()
    show({ initial: given, onDirty, onCancel })
    expect(onDirty).toHaveBeenLastCalledWith(false)
    await type('Workform Name', '!')
    expect(onDirty).toHaveBeenLastCalledWith(true)
    await press('Cancel')
    await press('Keep editing')
    expect(onCancel).not.toHaveBeenCalled()
    await press('Cancel')
    await press('Discard')
    expect(onCancel).toHaveBeenCalledOnce()
  })

  test('survives a closed tab, also a field that was not added yet', async () => {
    const first = show()
    await type('Workform Name', 'Catch-up')
    await press('Next')
    await type('Field name', 'Last bank statement')
    first.unmount()

    const second = render(first.element)
    expect(screen.getByText('Your unsaved work was restored.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>(/^Workform Name/).value).toBe('Catch-up')
    await press('Next')
    expect(screen.getByLabelText<HTMLInputElement>(/^Field name/).value).toBe('Last bank statement')
    await press('Start over')
    expect(screen.getByLabelText<HTMLInputElement>(/^Workform Name/).value).toBe('')
    second.unmount()
    render(first.element)
    expect(screen.queryByText('Your unsaved work was restored.')).toBeNull()
  })

  test('is gone once it was handed over and the builder taken away', async () => {
    const view = show()
    await type('Workform Name', 'Catch-up')
    await press('Next')
    await type('Field name', 'Bank{Enter}')
    await press('Next')
    await press('Submit Workform')
    expect(view.onSubmit).toHaveBeenCalledOnce()
    view.unmount()
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]))
  })
})

test('three hundred fields in thirty sections: a key in the form renders no row again', async () => {
  const many = Array.from({ length: 300 }, (_, i) => field(`f${i}`, `Field number ${i}`, `Section ${i % 30}`))
  await openFields({ initial: { ...given, fields: many } })
  expect(screen.getByText('300 fields in 30 sections')).toBeDefined()
  const list = document.querySelector('[data-section]')?.parentElement
  const input = document.querySelector('[data-field-name]')
  if (!list || !input) throw new Error('No list, or no form')
  const watch = vi.fn()
  const observer = new MutationObserver(watch)
  observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true })
  fireEvent.change(input, { target: { value: 'One more' } })
  expect((input as HTMLInputElement).value).toBe('One more')
  expect(observer.takeRecords()).toEqual([])
  expect(watch).not.toHaveBeenCalled()
  observer.disconnect()
})

describe('a pasted list of options', () => {
  const options = () => screen.getByLabelText<HTMLTextAreaElement>(/^Options/)
  async function pasting(text: string): Promise<void> {
    await openFields()
    await userEvent.selectOptions(screen.getByLabelText('Field type'), 'Dropdown')
    await userEvent.click(options())
    await userEvent.paste(text)
  }

  test('with commas becomes lines, which can be taken back', async () => {
    await pasting('LLC, Partnership, S corporation')
    expect(options().value).toBe('LLC\nPartnership\nS corporation')
    expect(screen.getByText('3 options, one per line.')).toBeDefined()
    await press('Keep it as one option')
    expect(options().value).toBe('LLC, Partnership, S corporation')
    await press('Make it 3 options')
    expect(options().value).toBe('LLC\nPartnership\nS corporation')
  })

  test('from a spreadsheet with repeats says which, and takes them out on request', async () => {
    await pasting('A\tB\r\nA\tC\r\n')
    expect(options().value).toBe('A\nB\nA\nC')
    await type('Field name', 'Kind')
    await press('Add Field')
    expect(screen.getByText('The option “A” is there more than once (numbers 1 and 3).')).toBeDefined()
    await press('Remove repeated options')
    expect(options().value).toBe('A\nB\nC')
    expect(screen.queryByText(/more than once/)).toBeNull()
  })
})

test('a customized copy survives a closed tab too, and stays apart from copies of other templates', async () => {
  const first = show({ initial: given })
  await type('Workform Name', ' 2')
  first.unmount()
  const other = show({ initial: { ...given, name: 'Other' } })
  expect(screen.getByLabelText<HTMLInputElement>(/^Workform Name/).value).toBe('Other')
  other.unmount()
  show({ initial: given })
  expect(screen.getByLabelText<HTMLInputElement>(/^Workform Name/).value).toBe('Intake 2')
  expect(screen.getByText('Your unsaved work was restored.')).toBeDefined()
})
