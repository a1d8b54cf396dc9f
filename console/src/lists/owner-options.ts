import { UserId } from '@verbatim/contract/ids.ts'
import { messengerUsers } from '@verbatim/contract/users.ts'
import { byText, type OptionSource, soughtOptions } from './sought-options.ts'

/** Messenger users, who can own contacts. */
export const ownerSource: OptionSource = {
  key: ['users', 'messenger'],
  async find(api, text, signal) {
    const { items } = await api(messengerUsers.list, { query: byText('displayNameEmail', text) }, signal)
    return { items: items.map(({ id, fullName }) => ({ id, name: fullName })) }
  },
  async get(api, id, signal) {
    const { fullName } = await api(messengerUsers.get, { params: { id: UserId.parse(id) } }, signal)
    return { id, name: fullName }
  },
}

export const soughtOwners = soughtOptions(ownerSource)
