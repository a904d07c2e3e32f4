import { Button, IconButton } from '@portal/kit/ui/button'
import { signOut } from '@portal/sdk'
import { LogOut } from 'lucide-react'
import { useState } from 'react'

/** Signs out. Shows only its icon when collapsed. */
export function SignOutButton({ collapsed }: { collapsed?: boolean | undefined }) {
  const [busy, setBusy] = useState(false)
  const leave = (): void => {
    setBusy(true)
    void signOut().finally(() => setBusy(false))
  }
  const icon = <LogOut className="size-4" aria-hidden />
  return collapsed ? (
    <IconButton label="Sign Out" busy={busy} onClick={leave} icon={icon} />
  ) : (
    <Button
      size="sm"
      variant="quiet"
      busy={busy}
      icon={icon}
      onClick={leave}
      className="h-9 w-full justify-start pointer-coarse:h-11 gap-3 px-3 text-sm"
    >
      Sign Out
    </Button>
  )
}
