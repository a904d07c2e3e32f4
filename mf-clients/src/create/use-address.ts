import { canonicalEmail } from '@portal/contract/canonical-email'
import {
  api,
  call,
  isApiError,
  takeBackToast,
  toastError,
  toastInfo,
  toastProblem,
  toastSuccess,
  useRealtime,
} from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { findByEmail, restoreByEmail } from '../queries/archive.ts'
import { RESTORE_OFFER } from '../queries/change-client.ts'

const EMAIL_ERRORS: ReadonlySet<string> = new Set([
  'client_email_taken',
  'client_archived',
  'email_used_by_bookkeeper',
  'client_refused',
])

/** Returns whether a new client was refused because of the email address. */
export const isAboutEmail = (error: unknown): boolean => isApiError(error) && EMAIL_ERRORS.has(error.code)

/** How long the flow waits for the check of an address. The server checks it again when the client is created. */
const CHECK_TIMEOUT_MS = 5000

/** An email address that cannot be used for a new client. */
interface RefusedEmail {
  email: string
  problem: string
  /** Whether an archived client has it. */
  isArchived: boolean
}

/** Returns why an address cannot be used, or undefined if nothing is known against it. */
async function findProblem(email: string): Promise<RefusedEmail | undefined> {
  const init = { init: { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) } }
  const check = call(api.clients.import.check.$post({ json: { emails: [email] } }, init))
  const taken = await check.then((answer) => answer.taken[0]).catch(() => undefined)
  if (!taken) return undefined
  const archived = await findByEmail(email, 'archived').catch(() => undefined)
  return { email, problem: taken.reason, isArchived: archived !== undefined }
}

/** Returns whether a client with an address is in the bookkeeper's list. */
const isActive = async (email: string): Promise<boolean> => Boolean(await findByEmail(email).catch(() => undefined))

/** Holds what the server says about the email address of the new client, and offers to restore an archived client. */
export function useAddress(current: string) {
  const cache = useQueryClient()
  const [refused, setRefused] = useState<RefusedEmail & { isRestored?: boolean }>()
  const showRestored = (email: string): void => {
    takeBackToast(RESTORE_OFFER)
    const problem = 'The client with this email is in your list again.'
    setRefused({ email, problem, isArchived: false, isRestored: true })
  }
  const restore = async (email: string): Promise<void> => {
    const result = await restoreByEmail(cache, email)
    if (result === 'missing') {
      setRefused(undefined)
      return toastError('No archived client has this email', 'You can create the client now.')
    }
    showRestored(email)
    const message = 'The client is in your list again. You can close this dialog.'
    if (result === 'restored') toastSuccess('Client restored', message)
    else toastInfo('Client already restored', message)
  }
  const offerRestore = (email: string, title: string, detail: string): void =>
    toastError(
      title,
      detail,
      {
        label: 'Restore',
        onClick: () => void restore(email).catch((error: unknown) => toastProblem(error, 'Failed to restore client')),
      },
      RESTORE_OFFER,
    )
  // Another tab may restore the client, too.
  useRealtime(['client.changed'], () => {
    if (refused?.isArchived) void isActive(refused.email).then((is) => is && showRestored(refused.email))
  })
  const checking = useMutation({ mutationFn: findProblem, networkMode: 'always' })
  const shown = refused?.email === canonicalEmail(current) ? refused : undefined
  return {
    problem: shown?.problem,
    isRestored: shown?.isRestored === true,
    isChecking: checking.isPending,
    /** Asks the server about the address. Without an answer it counts as usable. */
    check: (next: { onUsable: () => void; onRefused: () => void }): void => {
      const email = canonicalEmail(current)
      if (checking.isPending) return
      checking.mutate(email, {
        onSuccess: (found) => {
          setRefused(found)
          if (found?.isArchived) offerRestore(email, 'Client Is Archived', found.problem)
          if (found) next.onRefused()
          else next.onUsable()
        },
      })
    },
    /** Shows why the server refused to create a client with an address. */
    refuse: (error: unknown, email: string): void => {
      if (!isApiError(error)) return toastProblem(error, 'Failed to create client')
      const isArchived = error.code === 'client_archived'
      if (isArchived) offerRestore(email, error.title, error.detail)
      else toastProblem(error, 'Failed to create client')
      const problem = isAboutEmail(error) ? error.detail : error.forField('email')
      if (problem) setRefused({ email, problem, isArchived })
    },
  }
}
