import { resetScreen } from '@portal/kit/testing/reset-screen'
import type { WidgetProps } from '@portal/contract/widgets'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { field, storedDrafts } from '../testing/fixtures.tsx'
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

const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text)

/** Opens the fields of an existing workform. */
async function openFields(props: Partial<Props> = {}) {
  const view = show({ initial: given, ...props })
  await click('Next')
  return view
}

/** Returns the ids of the displayed fields, by section. */
const shown = (): string[][] =>
  [...document.querySelectorAll('[data-section]')].map((section) =>
    [...section.querySelectorAll<HTMLElement>('[data-field]')].map((row) => row.dataset['field'] ?? ''),
  )

beforeEach(signInBookkeeper)
afterEach(resetScreen)

describe('the steps', () => {
  test('returns the workform in the preview when another button takes it, and deletes the draft', async () => {
    const onProgress = vi.fn<NonNullable<Props['onProgress']>>()
    const { unmount, onSubmit } = await openFields({ onProgress })
    expect(onProgress.mock.lastCall?.[0]).toEqual({ name: 'Intake', take: null })
    await click('Back')
    await type('Workform Name', ' 2026')
    await click('Next')
    await click('Next')
    const taken = onProgress.mock.lastCall?.[0].take?.()
    expect(taken).toMatchObject({ name: 'Intake 2026', is_template: false })
    expect(taken?.fields.map((f) => f.name)).toEqual(['Legal name', 'Tax number', 'Bank'])
    unmount()
    expect(storedDrafts()).toEqual([])
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('requires a name and a field, and submits the workform', async () => {
    const { onSubmit } = show()
    await click('Next')
    expect(screen.getByRole('alert').textContent).toBe('Please fill in workform name')
    await type('Workform Name', '  Year-end  ')
    expect(screen.queryByRole('alert')).toBeNull()
    await click('Next')
    await click('Next')
    expect(screen.getByRole('alert').textContent).toBe('Please add at least one field')

    await type('Field name', 'Entity type')
    await userEvent.selectOptions(screen.getByLabelText('Field type'), 'Dropdown')
    await type('Options', 'LLC{Enter}S corporation')
    await type('Section', 'Business')
    expect(screen.queryByLabelText('Answer required')).toBeNull()
    await userEvent.click(screen.getByLabelText('Required'))
    await userEvent.click(screen.getByLabelText('Answer required'))
    await click('Add Field')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('1 field in 1 section')).toBeDefined()

    await click('Next')
    expect(screen.getByRole('heading', { name: 'Business' })).toBeDefined()
    expect(screen.getByLabelText(/^Entity type/)).toBeDefined()
    await userEvent.click(screen.getByLabelText('Save as template for future use'))
    await click('Submit Workform')
    const built = onSubmit.mock.calls[0]?.[0]
    expect(built).toMatchObject({ name: 'Year-end', description: '', is_template: true })
    expect(built?.fields).toMatchObject([
      {
        name: 'Entity type',
        type: 'dropdown',
        required: true,
        answerRequired: true,
        section: 'Business',
        options: ['LLC', 'S corporation'],
      },
    ])
  })

  test('includes a field that was typed but not added, or shows why it is invalid', async () => {
    await openFields()
    await type('Field name', 'Website')
    await click('Next')
    expect(screen.getByLabelText('Website')).toBeDefined()
    await click('Back')
    await userEvent.selectOptions(screen.getByLabelText('Field type'), 'Dropdown')
    await type('Options', 'A{Enter}A')
    await type('Field name', 'Twice')
    await click('Next')
    expect(screen.getByText(/^The option “A” appears more than once/)).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Options/).value).toBe('A\nA')
  })

  test('adds no field when it has no name', async () => {
    await openFields()
    await click('Add Field')
    expect(screen.getByText('Please enter a field name.')).toBeDefined()
    expect(shown()).toEqual([['a', 'b'], ['c']])
  })

  test('offers download-reupload outside client creation, with a required template in the assign dialog', async () => {
    await openFields({ allowReupload: false })
    const options = () => within(screen.getByLabelText('Field type')).getAllByRole('option')
    expect(options().map((o) => o.textContent)).not.toContain('Download and re-upload')
    expect(options()).toHaveLength(8)
    cleanup()
    await openFields({ templateScreen: 'assign' })
    // All nine field types.
    expect(options()).toHaveLength(9)
    await userEvent.selectOptions(screen.getByLabelText('Field type'), 'Download and re-upload')
    await type('Field name', 'Engagement letter')
    await click('Add Field')
    expect(screen.getByText('Please upload a template file.')).toBeDefined()
    await userEvent.upload(screen.getByLabelText('Upload template file'), new File(['x'], 'letter.txt'), {
      applyAccept: false,
    })
    expect(screen.getByText('This type of file is not accepted here.')).toBeDefined()
  })
})

describe('the list', () => {
  test('marks fields of a section that have the same name', async () => {
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

  test('moves fields by keyboard within and between sections, and keeps the focus on the button', async () => {
    await openFields()
    screen.getByRole('button', { name: 'Move Tax number up' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(shown()).toEqual([['b', 'a'], ['c']])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Tax number up')
    expect(screen.getByText('Moved Tax number to position 1 of 2 in Business.')).toBeDefined()
    await userEvent.keyboard('{Enter}')
    expect(shown()).toEqual([['b', 'a'], ['c']])

    screen.getByRole('button', { name: 'Move Legal name down' }).focus()
    await userEvent.keyboard(' ')
    expect(shown()).toEqual([['b'], ['a', 'c']])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Legal name down')
  })

  test('moves and renames sections by keyboard, but refuses an existing name', async () => {
    await openFields()
    screen.getByRole('button', { name: 'Move all of Accounts up' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(shown()).toEqual([['c'], ['a', 'b']])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move all of Accounts up')

    await click('Rename Accounts')
    await userEvent.keyboard('business{Enter}')
    expect(screen.getByText('There is already a section with this name.')).toBeDefined()
    await userEvent.clear(screen.getByLabelText('Section name'))
    await userEvent.keyboard('Banks{Enter}')
    expect(screen.getByRole('region', { name: 'Banks' })).toBeDefined()
  })

  test('restores removed fields and sections with Undo', async () => {
    await openFields()
    await click('Remove Legal name')
    await click('Remove all of Accounts')
    expect(shown()).toEqual([['b']])
    await click('Undo')
    await click('Undo')
    expect(shown()).toEqual([['a', 'b'], ['c']])
  })

  test('edits a field in the list, applies changes as they are typed, and moves it with its section', async () => {
    const { onSubmit } = await openFields()
    await click('Edit Legal name')
    expect(document.activeElement).toBe(screen.getByLabelText(/^Field name/))
    await type('Field name', ' of the company')
    await userEvent.clear(screen.getByLabelText('Section'))
    await type('Section', 'Accounts')
    await click('Next')
    await click('Submit Workform')
    expect(onSubmit.mock.calls[0]?.[0].fields).toEqual([
      field('b', 'Tax number', 'Business'),
      field('c', 'Bank', 'Accounts'),
      field('a', 'Legal name of the company', 'Accounts'),
    ])
  })

  test('keeps an invalid edit visible and does not leave the step', async () => {
    await openFields()
    await click('Edit Legal name')
    await userEvent.clear(screen.getByLabelText(/^Field name/))
    await click('Next')
    expect(screen.getByText('Please enter a field name.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Move Legal name up' })).toBeDefined()
  })

  test('opens the form of a new field in the section when its plus button is clicked', async () => {
    await openFields()
    await click('New field in Accounts')
    expect(document.activeElement).toBe(screen.getByLabelText(/^Field name/))
    expect(screen.getByLabelText<HTMLInputElement>('Section').value).toBe('Accounts')
    await userEvent.keyboard('Branch{Enter}')
    expect(shown().map((ids) => ids.length)).toEqual([2, 2])
  })
})

describe('unsaved work', () => {
  test('is reported, and requires confirmation before it is discarded', async () => {
    const onDirty = vi.fn()
    const onCancel = vi.fn()
    show({ initial: given, onDirty, onCancel })
    expect(onDirty).toHaveBeenLastCalledWith(false)
    await type('Workform Name', '!')
    expect(onDirty).toHaveBeenLastCalledWith(true)
    await click('Cancel')
    await click('Keep editing')
    expect(onCancel).not.toHaveBeenCalled()
    await click('Cancel')
    await click('Discard')
    expect(onCancel).toHaveBeenCalledOnce()
  })

  test('is restored after the tab was closed, including a field that was not added', async () => {
    const first = show()
    await type('Workform Name', 'Catch-up')
    await click('Next')
    await type('Field name', 'Last bank statement')
    first.unmount()

    const second = render(first.element)
    expect(screen.getByText('Your unsaved work was restored.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>(/^Workform Name/).value).toBe('Catch-up')
    await click('Next')
    expect(screen.getByLabelText<HTMLInputElement>(/^Field name/).value).toBe('Last bank statement')
    await click('Start over')
    expect(screen.getByLabelText<HTMLInputElement>(/^Workform Name/).value).toBe('')
    second.unmount()
    render(first.element)
    expect(screen.queryByText('Your unsaved work was restored.')).toBeNull()
  })

  test('is deleted when it was submitted and the builder unmounts', async () => {
    const view = show()
    await type('Workform Name', 'Catch-up')
    await click('Next')
    await type('Field name', 'Bank{Enter}')
    await click('Next')
    await click('Submit Workform')
    expect(view.onSubmit).toHaveBeenCalledOnce()
    view.unmount()
    await waitFor(() => expect(storedDrafts()).toEqual([]))
  })
})

test('renders no row again when a key is pressed in the form, with 300 fields in 30 sections', async () => {
  const many = Array.from({ length: 300 }, (_, i) => field(`f${i}`, `Field number ${i}`, `Section ${i % 30}`))
  await openFields({ initial: { ...given, fields: many } })
  expect(screen.getByText('300 fields in 30 sections')).toBeDefined()
  const list = document.querySelector('[data-section]')?.parentElement
  const input = document.querySelector('[data-field-name]')
  if (!list || !input) throw new Error('No list, or no form')
  const onMutation = vi.fn()
  const observer = new MutationObserver(onMutation)
  observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true })
  fireEvent.change(input, { target: { value: 'One more' } })
  expect((input as HTMLInputElement).value).toBe('One more')
  expect(observer.takeRecords()).toEqual([])
  expect(onMutation).not.toHaveBeenCalled()
  observer.disconnect()
})

describe('a pasted list of options', () => {
  const options = () => screen.getByLabelText<HTMLTextAreaElement>(/^Options/)
  async function pasteOptions(text: string): Promise<void> {
    await openFields()
    await userEvent.selectOptions(screen.getByLabelText('Field type'), 'Dropdown')
    await userEvent.click(options())
    await userEvent.paste(text)
  }

  test('is split at commas, which can be undone', async () => {
    await pasteOptions('LLC, Partnership, S corporation')
    expect(options().value).toBe('LLC\nPartnership\nS corporation')
    expect(screen.getByText('3 options, one per line.')).toBeDefined()
    await click('Keep as one option')
    expect(options().value).toBe('LLC, Partnership, S corporation')
    await click('Split into 3 options')
    expect(options().value).toBe('LLC\nPartnership\nS corporation')
  })

  test('from a spreadsheet reports duplicates and removes them on request', async () => {
    await pasteOptions('A\tB\r\nA\tC\r\n')
    expect(options().value).toBe('A\nB\nA\nC')
    await type('Field name', 'Kind')
    await click('Add Field')
    expect(screen.getByText('The option “A” appears more than once (numbers 1 and 3).')).toBeDefined()
    await click('Remove duplicate options')
    expect(options().value).toBe('A\nB\nC')
    expect(screen.queryByText(/more than once/)).toBeNull()
  })
})

test('restores the draft of a customized template separately from other templates', async () => {
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
