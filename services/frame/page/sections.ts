// The sections of the page `/wallet`, in the order in which they are shown.
import { createAccountsSection } from './accounts.js'
import { createActivitySection } from './activity.js'
import { createAppsSection } from './apps.js'
import { createPasskeySection } from '../passkeys/section.js'
import type { PageContext, Section } from './context.js'
import { createDevicesSection } from './devices.js'
import { createExportSection } from './export.js'
import { createRecoverySection } from './recovery-section.js'

/** One line for each: a section that is made elsewhere is added here. */
export const sectionsOf = (context: PageContext): readonly Section[] => [
  createAccountsSection(context),
  createRecoverySection(context),
  createPasskeySection(context),
  createDevicesSection(context),
  createAppsSection(context),
  createExportSection(context),
  createActivitySection(context),
]
