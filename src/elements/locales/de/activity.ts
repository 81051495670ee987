import type { Translation } from '../catalogue.js'
import type en from '../en/activity.js'

export default {} satisfies Translation<typeof en>
