import { useEffect, useState } from 'react';
import { ask } from '../shared/gateway.ts';
import type { Session } from '../shared/session.ts';
import { ACCOUNTS, SIMULATE_CASH_IN, type AccountsData, type SimulateCashInData } from './operations.ts';

type Accounts = AccountsData['paymentAccounts']['nodes'];

/** Preselected if the partner has it: the active account of a person in the sandbox. */
const FIRST_ACCOUNT = '200001';

/** Form that simulates an incoming payment to an account of the sandbox. */
export function SimulateForm({ session }: { readonly session: Session }) {
  const accounts = useAccounts(session);
  const [outcome, setOutcome] = useState({ text: '', isRefused: false });
  const [isSending, setSending] = useState(false);
  if (accounts.length === 0) return null;
  const send = async (form: FormData) => {
    setSending(true);
    setOutcome(await simulate(session, form));
    setSending(false);
  };
  return (
    <section className="card" aria-labelledby="simulate-title">
      <h2 id="simulate-title">Simulate a payment</h2>
      <form
        className="simulate"
        onSubmit={(event) => {
          event.preventDefault();
          void send(new FormData(event.currentTarget));
        }}
      >
        <AccountChoice accounts={accounts} />
        <label>
          Amount in BRL
          <input name="amount" defaultValue="10.50" inputMode="decimal" autoComplete="off" required />
        </label>
        <RailChoice />
        <button type="submit" className="button button-primary" disabled={isSending}>
          Simulate cash-in
        </button>
        <p role="status" className={outcome.isRefused ? 'outcome refused' : 'outcome'}>
          {outcome.text}
        </p>
      </form>
    </section>
  );
}

/** Returns the accounts of the partner; none outside sandbox mode, where payments cannot be simulated. */
function useAccounts(session: Session): Accounts {
  const [accounts, setAccounts] = useState<Accounts>([]);
  useEffect(() => {
    ask<AccountsData>(session, ACCOUNTS).then(
      ({ viewer, paymentAccounts }) => {
        setAccounts(viewer.sandbox ? paymentAccounts.nodes : []);
      },
      () => {
        setAccounts([]);
      },
    );
  }, [session]);
  return accounts;
}

function AccountChoice({ accounts }: { readonly accounts: Accounts }) {
  const first = accounts.find(({ number }) => number === FIRST_ACCOUNT) ?? accounts[0];
  return (
    <label>
      Account
      <select name="accountNumber" defaultValue={first?.number}>
        {accounts.map(({ number, status, holder }) => (
          <option key={number} value={number}>
            {number} · {holder.name}
            {status === 'ACTIVE' ? '' : ` (${status.toLowerCase()})`}
          </option>
        ))}
      </select>
    </label>
  );
}

function RailChoice() {
  return (
    <fieldset>
      <legend>Rail</legend>
      {['PIX', 'TED'].map((rail) => (
        <label key={rail}>
          <input type="radio" name="rail" value={rail} defaultChecked={rail === 'PIX'} /> {rail}
        </label>
      ))}
    </fieldset>
  );
}

async function simulate(session: Session, form: FormData) {
  try {
    const input = Object.fromEntries(form);
    const { simulateCashIn } = await ask<SimulateCashInData>(session, SIMULATE_CASH_IN, { input });
    const { cashIn, message = 'Nothing was received.', violations } = simulateCashIn ?? {};
    if (cashIn !== undefined)
      return {
        text: `Account ${cashIn.account.number} received ${cashIn.amount.value} ${cashIn.amount.currency}.`,
        isRefused: false,
      };
    const details = violations?.map((violation) => `${violation.path.join('.')}: ${violation.message}`) ?? [];
    return { text: [message, ...details].join(' '), isRefused: true };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), isRefused: true };
  }
}
