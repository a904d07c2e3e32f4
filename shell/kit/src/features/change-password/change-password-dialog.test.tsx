import { ApiError } from '@portal/sdk'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { newPasswordProblems } from './new-password-dialog.tsx'

afterEach(cleanup)

it('reports a problem for each invalid field', () => {
  expect(newPasswordProblems('', '')).toEqual({ next: 'Please enter a new password' })
  expect(newPasswordProblems('abcdef', 'abcdeg')).toEqual({ again: 'Passwords do not match' })
  expect(newPasswordProblems('abcde', 'abcde')).toEqual({
    next: 'Password must be at least 6 characters long',
  })
  expect(newPasswordProblems('abcdef', 'abcdef')).toEqual({})
})

it('sends both passwords, and shows an error at its field', async () => {
  const user = userEvent.setup()
  const wrong = new ApiError({
    code: 'wrong_password',
    title: 'Password Invalid',
    detail: 'The current password is not correct.',
    status: 400,
  })
  const submit = vi.fn(() => Promise.reject(wrong))
  render(<ChangePasswordDialog open onClose={() => undefined} onSubmit={submit} />)
  const fill = (label: string, text: string) => user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Update Password' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Current Password'))
  await fill('Current Password', 'old-one')
  await fill('New Password', 'new-one')
  await fill('Confirm New Password', 'new-one')
  await user.click(screen.getByRole('button', { name: 'Update Password' }))
  expect(submit).toHaveBeenCalledWith('old-one', 'new-one')
  expect((await screen.findByRole('alert')).textContent).toBe('The current password is not correct.')
  expect(screen.getByLabelText('Current Password').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Current Password'))
})
