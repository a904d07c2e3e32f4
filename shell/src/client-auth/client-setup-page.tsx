import { buttonClass } from '@portal/kit/ui/button'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import {
  type ApiError,
  api,
  call,
  isApiError,
  signIn,
  toastError,
  toastProblem,
  toastSuccess,
  useSession,
} from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AuthLayout, Emphasis } from '../sign-in/auth-layout.tsx'
import { passwordRefusal } from '../sign-in/failures.ts'
import type { Problems } from '../sign-in/use-form.ts'
import { browserTimeZone } from './code-requests.ts'
import { HasAccount } from './has-account.tsx'
import { PasswordStep } from './password-step.tsx'
import { SignedInNotice } from './signed-in-notice.tsx'

const route = getRouteApi('/client-setup')

/** Placeholders of the text, a field and the button. */
const LINES = ['h-4 w-3/4', 'h-10 w-full', 'h-10 w-full']

const isInvalidLink = (error: unknown): error is ApiError =>
  isApiError(error, 'invalid_link') ||
  isApiError(error, 'link_used') ||
  isApiError(error, 'invalid_input') ||
  isApiError(error, 'not_found')

/** Shows that an invitation cannot be used, also as a toast. */
function InvalidLink({ title, detail, used = false }: { title: string; detail: string; used?: boolean }) {
  const navigate = useNavigate()
  const isSignedIn = useSession()?.user.role === 'client' && used
  useEffect(() => {
    if (isSignedIn) void navigate({ to: '/client-dashboard', replace: true })
    else toastError(title, detail)
  }, [isSignedIn, navigate, title, detail])
  if (isSignedIn) return null
  return (
    <div className="text-center">
      <h2 className="font-semibold">
        {used ? 'You have already set up your account' : 'Ask your bookkeeper for a new invitation'}
      </h2>
      <p className="mt-1 mb-5 text-base-content/70 text-sm">
        {used
          ? 'Sign in with your email and password. No password yet? Choose "Forgot your password?" there.'
          : 'If you have already set a password, sign in.'}
      </p>
      <Link to="/client-auth" className={buttonClass('primary', 'md', 'w-full')}>
        Go to Sign In
      </Link>
    </div>
  )
}

/** Accepts a valid invitation: sets the password and signs the client in. */
function Accept({ token, email, name }: { token: string; email: string; name: string }) {
  const navigate = useNavigate()
  const accept = async (password: string): Promise<Problems | undefined> => {
    try {
      await call(api.auth.invitation.accept.$post({ json: { token, password, timeZone: browserTimeZone() } }))
    } catch (error) {
      const refused = passwordRefusal(error)
      if (!refused)
        toastProblem(error, isApiError(error, 'account_exists') ? 'Account Creation Failed' : 'Setup Failed')
      return refused
    }
    try {
      if ('second_factor' in (await signIn({ email, password, portal: 'client' }))) throw new Error('a code is due')
      toastSuccess('Welcome!', 'Your account is ready.')
      await navigate({ to: '/client-dashboard', replace: true })
    } catch {
      // The password is set. Only the automatic sign-in failed, or needs a code.
      toastSuccess('Password Set Successfully', 'You can now sign in with your new password.')
      await navigate({ to: '/client-auth', replace: true })
    }
    return undefined
  }
  return (
    <>
      <p className="mb-5 text-base-content/70 text-sm">
        Welcome, <Emphasis>{name}</Emphasis>. Choose a password for <Emphasis>{email}</Emphasis>.
      </p>
      <PasswordStep email={email} minimal submitLabel="Set Password" onPassword={accept} />
    </>
  )
}

/** Shows the page that invitation links open. Sets the password of an invited client. */
export function ClientSetupPage() {
  const { token } = route.useSearch()
  const session = useSession()
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(api.auth.invitation.check.$post({ json: { token: token ?? '' } })),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: (failures, problem) => !isInvalidLink(problem) && failures < 2,
  })
  return (
    <AuthLayout title="Client Portal" subtitle="Set up your account" notice={<SignedInNotice />}>
      {token === undefined ? (
        <InvalidLink title="Invalid Link" detail="This invitation link is invalid or missing." />
      ) : isInvalidLink(query.error) ? (
        <InvalidLink
          title="Invalid or Expired Link"
          detail={
            query.error.code === 'invalid_link' || query.error.code === 'link_used'
              ? query.error.detail
              : 'This link is no longer valid. Please ask for a new one.'
          }
          used={query.error.code === 'link_used'}
        />
      ) : (
        <QueryView
          query={query}
          failure="The invitation could not be checked"
          loading={<SkeletonGroup label="Checking your invitation" className="grid gap-4" items={LINES} />}
          className="px-0 py-4"
        >
          {({ account, email, name }) =>
            account ? (
              <HasAccount by="Another bookkeeper" email={email} here={session?.user.email === email} />
            ) : (
              <Accept token={token} email={email} name={name} />
            )
          }
        </QueryView>
      )}
    </AuthLayout>
  )
}
