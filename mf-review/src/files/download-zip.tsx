import type { DownloadScope } from '@portal/contract/review'
import { Button } from '@portal/kit/ui/button'
import { api, call, isApiError, saveFrom, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { FolderDown } from 'lucide-react'

/** Requests a single-use URL, then lets the browser download it as a stream. */
async function downloadZip(scope: DownloadScope): Promise<string> {
  const { path, name } = await call(api.downloads.$post({ json: scope }))
  saveFrom(path, name)
  return name
}

/** Renders a button that downloads many files as one ZIP. */
export function DownloadZip({ scope, label }: { scope: DownloadScope; label: string }) {
  const download = useMutation({
    mutationFn: () => downloadZip(scope),
    onSuccess: (name) => toastSuccess('Download started', name),
    onError: (error) =>
      toastProblem(error, 'Download failed', isApiError(error, 'too_large') ? {} : { message: 'Please try again' }),
  })
  return (
    <Button size="sm" busy={download.isPending} icon={<FolderDown />} onClick={() => download.mutate()}>
      {label}
    </Button>
  )
}
