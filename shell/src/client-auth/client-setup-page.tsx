import { buttonClass } from '@portal/kit/button'
import { ErrorState, Skeleton } from '@portal/kit/states'
import { type ApiError, api, call, isApiError, signIn, signOut, toastError, toastProblem, toastSuccess, useSession } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AuthFrame, Notice } from '../sign-in/auth-frame.tsx'
import { passwordRefusal } from '../sign-in/failures.ts'
import type { Problems } from '../sign-in/form.ts'
import { PasswordStep } from './password-step.tsx'
import { browserTimeZone } from './use-code.ts'

const route = getRouteApi('/client-setup')

const isDead = (error: unknown): error is ApiError =>
  isApiError(error, 'invalid_link') || isApiError(error, 'invalid_input') || isApiError(error, 'not_found')

/** An invitation that cannot be used; said by a toast too. */
function Dead({ title, detail }: { title: string; detail: string }) {
  useEffect(() => toastError(title, detail), [title, detail])
  return (
    <div className="text-center">
      <h2 className="font-semibold">Ask your bookkeeper for a new invitation</h2>
      <p className="mt-1 mb-5 text-base-content/70 text-sm">If you have set a password before, simply sign in.</p>
      <Link to="/client-auth" className={buttonClass('primary', 'md', 'w-full')}>
        Go to Sign In
      </Link>
    </div>
  )
}

/** Accepts a valid invitation: sets the password and goes straight in. */
function Accept({ token, email, name }: { token: string; email: string; name: string }) {
  const navigate = useNavigate()
  const accept = async (password: string): Promise<Problems | undefined> => {
    try {
      await call(api.auth.invitation.accept.$post({ json: { token, password, timeZone: browserTimeZone() } }))
    } catch (error) {
      const refused = passwordRefusal(error)
      if (!refused) toastProblem(error, isApiError(error, 'account_exists') ? 'Account Creation Failed' : 'Setup Failed')
      return refused
    }
    try {
      if ('second_factor' in (await signIn({ email, password, portal: 'client' }))) throw new Error('a code is due')
      toastSuccess('Welcome!', 'Your account is ready.')
      await navigate({ to: '/client-dashboard', replace: true })
    } catch {
      // The password is set; what failed, or asks for a code, is only the short way in.
      toastSuccess('Password Set Successfully', 'You can now sign in with your new password.')
      await navigate({ to: '/client-auth', replace: true })
    }
    return undefined
  }
  return (
    <>
      <p className="mb-5 text-base-content/70 text-sm">
        Welcome, <strong className="break-words font-medium text-base-content">{name}</strong>. Choose a password for{' '}
        <strong className="break-words font-medium text-base-content">{email}</strong>.
      </p>
      <PasswordStep email={email} minimal submitLabel="Set Password" onPassword={accept} />
    </>
  )
}

/** Whoever is signed in here must know that the invitation is somebody else's business. */
function SignedInNotice() {
  const session = useSession()
  if (!session) return null
  return (
    <Notice tone="info">
      You're signed in as <strong className="break-words font-medium">{session.user.email}</strong>.{' '}
      <button type="button" className="cursor-pointer font-medium underline" onClick={() => void signOut()}>
        Sign Out
      </button>
    </Notice>
  )
}

/** Where the invitation mail leads: sets the password of the invited client (ruling 5). */
export function ClientSetupPage() {
  const { token } = route.useSearch()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(api.auth.invitation.check.$post({ json: { token: token ?? '' } })),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: (failures, problem) => !isDead(problem) && failures < 2,
  })
  return (
    <AuthFrame title="Client Portal" subtitle="Set up your account" notice={<SignedInNotice />}>
      {token === undefined ? (
        <Dead title="Invalid Link" detail="This invitation link is invalid or missing." />
      ) : data ? (
        <Accept token={token} email={data.email} name={data.name} />
      ) : isDead(error) ? (
        <Dead
          title="Invalid or Expired Link"
          detail={error.code === 'invalid_link' ? error.detail : 'This link is no longer valid. Please ask for a new one.'}
        />
      ) : error ? (
        <ErrorState
          title="The invitation could not be checked"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
          className="px-0 py-4"
        />
      ) : (
        <div role="status" aria-label="Checking your invitation" className="grid gap-4">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      )}
    </AuthFrame>
  )
}
