import { Button } from '@portal/kit/ui/button'
import { StepForward } from 'lucide-react'

/** Renders the button that goes to the next section waiting for review. */
export function QueueTools({ onNext }: { onNext: () => void }) {
  return (
    <Button size="sm" icon={<StepForward />} onClick={onNext}>
      Next waiting
    </Button>
  )
}
