"""What engines said of the texts of a simulation after it was answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from psycopg.types.json import Jsonb

from headwater.answers.proofs import TextProof
from headwater.simulator.proof_inputs import ProofInputs, UnprovedText
from headwater.store.queries.rows import Connection, fetch, fetch_values

INSERT = """
insert into simulation_proof (simulation_id, at, verdict, inputs, proofs)
values (%(simulation)s, %(at)s, %(verdict)s, %(inputs)s, %(proofs)s)
returning id
"""
FIND = """
select inputs::text as inputs, proofs::text as proofs from simulation_proof
where simulation_id = %(id)s order by id
"""


@dataclass(frozen=True, slots=True)
class ProofRow:
    inputs: str | None
    proofs: str


@dataclass(frozen=True, slots=True)
class KeptProofs:
    """`inputs` is None where everything was proved at once. Of two proofs of a text the first counts."""

    inputs: ProofInputs | None
    proofs: dict[str, TextProof]

    @property
    def waiting(self) -> tuple[UnprovedText, ...]:
        texts = self.inputs.texts if self.inputs else ()
        return tuple(text for text in texts if text.fingerprint not in self.proofs)


def insert(
    connection: Connection,
    simulation: int,
    at: datetime,
    verdict: str,
    proofs: Sequence[TextProof] = (),
    inputs: ProofInputs | None = None,
) -> int:
    values: dict[str, Any] = {
        "simulation": simulation,
        "at": at,
        "verdict": verdict,
        "inputs": Jsonb(msgspec.to_builtins(inputs)) if inputs else None,
        "proofs": Jsonb(msgspec.to_builtins(proofs)),
    }
    (number,) = fetch_values(connection, INSERT, **values)
    return int(number)


def find(connection: Connection, simulation: int) -> KeptProofs:
    inputs = None
    proofs: dict[str, TextProof] = {}
    for row in fetch(connection, ProofRow, FIND, id=simulation):
        if row.inputs is not None:
            inputs = msgspec.json.decode(row.inputs, type=ProofInputs)
        for proof in msgspec.json.decode(row.proofs, type=list[TextProof]):
            proofs.setdefault(proof.fingerprint, proof)
    return KeptProofs(inputs, proofs)
