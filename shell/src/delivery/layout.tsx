import type { OperatorSession } from '@portal/contract/operators'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { call, toastProblem } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { SkipLink } from '../layout/skip-link.tsx'
import { Logo } from '../logo.tsx'
import { operatorApi, SESSION_KEY } from './api.ts'

function SignOut() {
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => call(operatorApi.auth.operator['sign-out'].$post()),
    onSuccess: () => client.setQueryData(SESSION_KEY, null),
    onError: (error) => toastProblem(error, 'Not signed out'),
  })
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={signOut.isPending}
      icon={<LogOut aria-hidden />}
      onClick={() => signOut.mutate()}
      className="pointer-coarse:h-11"
    >
      <span className="max-sm:sr-only">Sign out</span>
    </Button>
  )
}

/** Lays out the operator page: a header with the session, and one column. */
export function Layout({ session, children }: { session: OperatorSession; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header
        className={cx(
          'sticky top-0 z-10 flex h-14 items-center gap-3 border-base-300 border-b bg-base-100 px-4',
          'sm:px-6',
        )}
      >
        <Link to="/remotes" search={{}} className="flex items-center gap-3 rounded-field font-semibold">
          <Logo className="size-7" />
          <span>Remotes</span>
        </Link>
        <div className="ml-auto flex min-w-0 items-center gap-2">
          <p className="min-w-0 truncate text-base-content/70 text-sm" title={session.email}>
            <span className="max-sm:sr-only">Signed in as </span>
            {session.email}
          </p>
          <SignOut />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-6 outline-none sm:gap-6 sm:px-8 sm:py-8"
      >
        {children}
      </main>
    </>
  )
}
