import { isBlank } from '@portal/contract/text'
import { PASSKEY_NAME_MAX } from '@portal/contract/limits'
import type { Passkey } from '@portal/contract/passkeys'
import { TextField } from '@portal/kit/ui/fields'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { api, call, errorMessage } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { passkeysQuery } from './queries.ts'

export function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(passkey.name)
  const [isMissing, setMissing] = useState(false)
  const rename = useMutation({
    mutationFn: () => call(api.auth.passkeys[':id'].$patch({ param: { id: passkey.id }, json: { name } })),
    onSuccess: () => {
      void client.invalidateQueries(passkeysQuery)
      onClose()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(isBlank(name))
    if (!isBlank(name) && !rename.isPending) rename.mutate()
  }
  const failure = rename.error ? errorMessage(rename.error) : undefined
  return (
    <FormDialog
      title="Rename passkey"
      submitLabel="Rename"
      busyLabel="Renaming..."
      busy={rename.isPending}
      size="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={PASSKEY_NAME_MAX}
        error={isMissing ? 'Please enter a name.' : failure}
      />
    </FormDialog>
  )
}
