import { administrators, changedMeanwhile, allRoles, missing, nounsOf, said } from './noun.ts'

/** Who sees what, and who talks to whom. */
export const accessNouns = nounsOf({
  'permission-profiles': {
    permissions: {
      'permission_profiles.view': { words: 'See permission profiles', roles: allRoles },
      'permission_profiles.manage': { words: 'Change permission profiles', roles: administrators },
    },
    area: 'Permission profiles',
    failures: {
      'permission-profile.not-found': missing,
      'permission-profile.name-taken': {
        status: 409,
        message: 'A Permission Profile with this same name already exists.',
      },
      'permission-profile.changed': changedMeanwhile('this permission profile'),
      'permission-profile.last-profile': {
        status: 409,
        message:
          'Every platform user needs at least one Permission Profile. {count} would have none: {names}{more}',
      },
      'permission-profile.unknown-person': {
        status: 400,
        message: 'Someone you chose no longer exists. Nothing was saved. Choose again.',
      },
      'permission-profile.unknown-group': {
        status: 400,
        message: 'One of the groups no longer exists. Nothing was saved. Choose again.',
      },
      'permission-profile.unknown-target': {
        status: 400,
        message: 'The permission profile to move to no longer exists. Nothing was saved. Choose another.',
      },
      'permission-profile.beyond-own': {
        status: 403,
        message: 'You can’t grant permissions you don’t have: {permissions}.',
      },
      'permission-profile.own-reach': {
        status: 403,
        message:
          'You can’t give yourself access to more channels or groups. Nothing was saved. Ask another administrator to make this change.',
      },
    },
    audit: {
      permission_profile_created: said('Permission profile created', '{actor} created {target}'),
      permission_profile_info_updated: said('Permission profile changed', '{actor} changed {target}'),
      permission_profile_deleted: said('Permission profile deleted', '{actor} deleted {target}'),
      permission_profile_members_updated: said(
        'Permission profile members changed',
        '{actor} changed the members of {target}',
      ),
      permission_profile_permissions_updated: said(
        'Permission profile permissions changed',
        '{actor} changed the permissions of {target}',
      ),
    },
    targets: {
      permission_profile: ['the permission profile ', 'a permission profile'],
    },
    slices: { 'permission-profiles': 'everyone' },
    lists: { 'permission-profiles': ['permission_profiles.view'] },
    screen: {
      label: 'Permission Profiles',
      path: '/organization/permission-profiles',
      under: 'People',
      permission: 'permission_profiles.view',
      keywords: 'access rights roles permissions channels',
      create: {
        label: 'New permission profile',
        permission: 'permission_profiles.manage',
        keywords: 'add create access rights role',
      },
    },
  },
  groups: {
    permissions: {
      'groups.view': { words: 'See groups', roles: allRoles },
      'groups.manage': { words: 'Change groups', roles: administrators },
    },
    area: 'People',
    failures: {
      'group.not-found': missing,
      'group.name-taken': { status: 409, message: 'A group with this name already exists.' },
      'group.changed': changedMeanwhile('this group'),
      'group.last-group': {
        status: 409,
        message: 'Everyone needs at least one group. {count} would have none: {names}{more}',
      },
      'group.in-use': {
        status: 409,
        message:
          'This group is still used by {names}{more}. Nothing was deleted. Remove the group there first.',
      },
      'group.unknown-person': {
        status: 400,
        message: 'Someone you chose no longer exists. Nothing was saved. Choose again.',
      },
      'group.unknown-target': {
        status: 400,
        message: 'The group to move to no longer exists. Nothing was saved. Choose another.',
      },
    },
    audit: {
      messenger_conversation_group_created: said('Group created', '{actor} created {target}'),
      messenger_conversation_group_info_updated: said('Group changed', '{actor} changed {target}'),
      messenger_conversation_group_deleted: said('Group deleted', '{actor} deleted {target}'),
      messenger_conversation_group_members_updated: said(
        'Group members changed',
        '{actor} changed the members of {target}',
      ),
    },
    targets: {
      conversation_group: ['the group ', 'a group'],
    },
    slices: { groups: 'everyone' },
    lists: { groups: ['groups.view'] },
    screen: {
      label: 'Groups',
      path: '/organization/groups',
      under: 'People',
      permission: 'groups.view',
      keywords: 'conversation groups teams desks members',
      create: { label: 'New group', permission: 'groups.manage', keywords: 'add create team desk' },
    },
  },
  contacts: {
    permissions: {
      'contacts.view': { words: 'See contacts', roles: allRoles },
      'contacts.manage': { words: 'Change contacts', roles: administrators },
      'contacts.change_share_level': { words: 'Change how contacts are shared', roles: administrators },
    },
    area: 'People',
    failures: {
      'contact.not-found': missing,
      'contact.beyond-scope': {
        status: 403,
        message:
          'This change affects groups, contacts or conversations that you can’t see. Nothing was saved. Ask an administrator who can see them.',
      },
      'contact.changed': changedMeanwhile('this contact'),
      'contact.bad-phone': { status: 400, message: 'The phone number is not in a correct format' },
      'contact.duplicate-global': {
        status: 409,
        message: 'A global contact with this phone number or address already exists.',
      },
      'contact.duplicate-personal': {
        status: 409,
        message: 'This user already has a personal contact with this phone number or address.',
      },
      'contact.address-of-user': {
        status: 409,
        message: 'This phone number or address belongs to a user of this organization.',
      },
      'contact.unknown-group': {
        status: 400,
        message: 'One of the groups no longer exists. Nothing was saved. Choose again.',
      },
      'contact.unknown-owner': {
        status: 400,
        message: 'The chosen owner is not a user of this organization.',
      },
      'contact.effect-changed': {
        status: 409,
        message: 'The effects of this change are different now. Nothing was saved. Review them again.',
      },
      'contact.archived': { status: 409, message: 'This contact was archived. Nothing was saved.' },
      'contact.undo-over': { status: 409, message: 'A change can be undone once, within {hours} hours.' },
      'contact.undo-changed': {
        status: 409,
        message: 'This contact has been changed again since. Nothing was undone.',
      },
      'contact.undo-owner': {
        status: 409,
        message: 'The owner of this contact has been removed since. Nothing was undone.',
      },
      'contact.undo-taken': {
        status: 409,
        message: 'The phone number or address now belongs to another contact. Nothing was undone.',
      },
      'contact.bad-avatar': {
        status: 400,
        message: 'The picture cannot be read. You can use JPG, PNG and WebP files of up to 5 MB.',
      },
      'contact.no-avatar': { status: 404, message: 'This contact has no picture.' },
    },
    audit: {
      contact_created: said('Contact created', '{actor} created {target}'),
      contact_updated: said('Contact changed', '{actor} changed {target}'),
      contact_deleted: said('Contact removed', '{actor} removed {target}'),
      contact_merged: said('Contacts merged', '{actor} merged contacts into {target}'),
      contact_change_undone: said('Contact change undone', '{actor} undid a change to {target}'),
    },
    targets: {
      contact: ['the contact ', 'a contact'],
    },
    slices: { contacts: 'everyone' },
    lists: { contacts: ['contacts.view'] },
    screen: {
      label: 'Contact Management',
      path: '/organization/contacts',
      under: 'People',
      permission: 'contacts.view',
      keywords: 'contacts clients customers phone numbers address book merge',
      create: { label: 'New contact', permission: 'contacts.manage', keywords: 'add create client customer' },
    },
  },
})
