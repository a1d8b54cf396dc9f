import { type Contact, removeContactAvatar, setContactAvatar } from '@verbatim/contract/contacts.ts'
import { type KeptChange, undoContactChange } from '@verbatim/contract/contact-changes.ts'
import { useAct } from '#shell/use-act.ts'

const touches = ['contacts']

/** Undoes a change with all its consequences. */
export const useUndoChange = () =>
  useAct({
    call: (api, { id: changeId, contact: { id } }: Pick<KeptChange, 'id' | 'contact'>) =>
      api(undoContactChange, { params: { id, changeId } }),
    done: () => 'The change was undone',
    failed: 'The change was not undone',
    touches,
  })

/** Replaces or removes the picture. The caller shows why a file was refused. */
export const useSetAvatar = ({ id }: Pick<Contact, 'id'>) =>
  useAct({
    call: async (api, file: File | undefined) =>
      file
        ? api(setContactAvatar, { params: { id }, body: new Uint8Array(await file.arrayBuffer()) })
        : api(removeContactAvatar, { params: { id } }),
    touches,
  })
