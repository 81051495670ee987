// The scenes of account names: free and taken ones, the look before signing, and what may go wrong.
import { createRegisterName } from '../../src/state/names/register-name.js'
import type { View } from '../../src/vocabulary/view.js'
import type { Scenes } from './scenes.js'
import type { Stage, StageOptions } from './stage.js'

/** @param connected a page with a wallet of the devnet */
export function createNameScenes(connected: StageOptions): Pick<Scenes, NameViews> {
  const show = (view: View) => async (stage: Stage) => {
    await stage.connect()
    stage.open(view)
  }
  const type = (text: string) => async (stage: Stage) => {
    await show({ name: 'RegisterAccountName' })(stage)
    stage.core.use(createRegisterName).setText(text)
  }
  const review = async (stage: Stage) => {
    await type('alder-grove')(stage)
    await stage.press('register')
  }
  const confirm = async (stage: Stage) => {
    await review(stage)
    await stage.press('confirm')
  }
  return {
    ChooseAccountName: {
      intro: {
        about: 'What a name is, for an account without one',
        ...connected,
        identity: { name: null, avatar: null },
        play: show({ name: 'ChooseAccountName' }),
      },
      named: {
        about: 'A name that is shown',
        ...connected,
        identity: { name: 'ada.example', avatar: null },
        play: show({ name: 'ChooseAccountName' }),
      },
      loading: { about: 'The names have not come yet', ...connected, world: 'silent', play: show({ name: 'ChooseAccountName' }) },
      error: { about: 'No services', ...connected, world: 'none', play: show({ name: 'ChooseAccountName' }) },
    },
    RegisterAccountName: {
      empty: { about: 'Nothing typed yet', ...connected, play: show({ name: 'RegisterAccountName' }) },
      free: { about: 'A free name, and others like it', ...connected, play: type('alder-grove') },
      taken: { about: 'A name that is taken', ...connected, play: type('admin') },
      short: { about: 'Too short to be asked about', ...connected, play: type('abc') },
      wrong: { about: 'A letter that no name has', ...connected, play: type('älder') },
      loading: { about: 'No answer yet', ...connected, world: 'silent', play: type('alder-grove') },
      error: { about: 'The services cannot be reached', ...connected, world: 'down', play: type('alder-grove') },
      none: { about: 'A page without services', ...connected, world: 'none', play: type('alder-grove') },
      review: { about: 'All of it once more, before the wallet is asked', ...connected, play: review },
      waiting: { about: 'The wallet is asked', ...connected, faults: { personal_sign: 'never' }, play: confirm },
      declined: { about: 'The person said no', ...connected, faults: { personal_sign: 'reject' }, play: confirm },
    },
    RegisterAccountNameSuccess: {
      done: {
        about: 'The name is registered',
        ...connected,
        play: show({ name: 'RegisterAccountNameSuccess', accountName: 'alder-grove.wallet.example' }),
      },
    },
  }
}

type NameViews = 'ChooseAccountName' | 'RegisterAccountName' | 'RegisterAccountNameSuccess'
