import { Spinner } from '@portal/kit/ui/states'
import { lazy, Suspense } from 'react'
import type { SecondFactorStepProps } from './second-factor-step.tsx'

const Step = lazy(async () => ({
  default: (await import(/* webpackChunkName: "second-factor" */ './second-factor-step.tsx')).SecondFactorStep,
}))

/** Asks for a code after the password. Loaded on demand, because few users need it. */
export function SecondFactor(props: SecondFactorStepProps) {
  return (
    <Suspense
      fallback={
        <p className="py-10 text-center">
          <Spinner label="Loading" />
        </p>
      }
    >
      <Step {...props} />
    </Suspense>
  )
}
