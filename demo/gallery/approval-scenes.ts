// The scenes of token approvals, with those of the devnet's first account.
import type { Scenes } from './scenes.js'
import type { Stage, StageOptions } from './stage.js'

/** @param connected a page with a wallet of the devnet */
export function createApprovalScenes(connected: StageOptions): Pick<Scenes, 'TokenApprovals'> {
  const play = async (stage: Stage) => {
    await stage.connect()
    stage.open({ name: 'TokenApprovals' })
  }
  return {
    TokenApprovals: {
      list: { about: 'What the account lets others take', ...connected, play },
      empty: {
        about: 'An account that has approved nothing',
        ...connected,
        wallets: (connected.wallets ?? []).map((wallet) => ({ ...wallet, accounts: [`0x${'7'.repeat(64)}`] })),
        play,
      },
      loading: { about: 'No answer yet', ...connected, world: 'silent', play },
      error: { about: 'The services cannot be reached', ...connected, world: 'down', play },
      none: { about: 'A page without services', ...connected, world: 'none', play },
      review: {
        about: 'All of it once more, before it is taken back',
        ...connected,
        play: async (stage) => {
          await play(stage)
          await stage.choose('approval:')
        },
      },
      declined: {
        about: 'The person said no',
        ...connected,
        faults: { eth_sendTransaction: 'reject' },
        play: async (stage) => {
          await play(stage)
          await stage.choose('approval:')
          await stage.press('revoke')
        },
      },
    },
  }
}
