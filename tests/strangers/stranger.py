"""
A client as somebody would write it who only has /openapi.json: `openapi-python-client` generates the package `visavis_api`
beside this file from it. Calls every operation; every response must match its model exactly.

Settings: SERVICE_URL, API_KEY, ADMIN_TOKEN, TALK_ID and TALK_USER (a conversation that has ended, and its consumer), PORTRAIT
(a file with a data URL).
"""

import enum
import importlib
import io
import os
import pkgutil
import typing

import httpx
import visavis_api.api
from visavis_api import AuthenticatedClient, Client
from visavis_api.models import Problem
from visavis_api.types import File

URL = os.environ["SERVICE_URL"]
with open(os.environ["PORTRAIT"], encoding="ascii") as file:
    PORTRAIT = file.read()
OPERATIONS = {
    name.rsplit(".", 1)[1]: importlib.import_module(name)
    for _, name, is_package in pkgutil.walk_packages(visavis_api.api.__path__, "visavis_api.api.")
    if not is_package
}
called: set[str] = set()

organization = AuthenticatedClient(
    base_url=URL, token=os.environ["API_KEY"], prefix="", auth_header_name="x-api-key", timeout=httpx.Timeout(30)
)
operator = AuthenticatedClient(base_url=URL, token=os.environ["ADMIN_TOKEN"])
anybody = Client(base_url=URL)


def send(operation: str, *path: str, client=organization, body=None, **query):
    """Returns the response as its model parses it, and the raw response."""
    called.add(operation)
    module = OPERATIONS[operation]
    hints = typing.get_type_hints(module.sync_detailed)
    for name, value in query.items():
        if isinstance(hints.get(name), enum.EnumMeta):
            query[name] = hints[name](value)
    if body is not None:
        model = hints["body"]
        model = next((one for one in typing.get_args(model) if hasattr(one, "from_dict")), model)
        query["body"] = model.from_dict(body) if isinstance(body, dict) else File(payload=io.BytesIO(body))
    answer = module.sync_detailed(*path, client=client, **query)
    return answer.parsed, answer


def call(operation: str, *path: str, **options):
    parsed, answer = send(operation, *path, **options)
    assert answer.status_code < 300, f"{operation}: {answer.status_code} {answer.content!r}"
    assert not isinstance(parsed, Problem), operation
    if hasattr(parsed, "to_dict"):
        check(operation, parsed)
        sent = typing.cast(dict, httpx.Response(200, content=answer.content).json())
        same(operation, parsed.to_dict(), sent)
    return parsed


def refused(status: int, operation: str, *path: str, **options) -> Problem:
    parsed, answer = send(operation, *path, **options)
    assert answer.status_code == status, f"{operation}: {answer.status_code} {answer.content!r}"
    assert isinstance(parsed, Problem), operation
    check(operation, parsed)
    assert parsed.message == parsed.detail
    return parsed


def check(where: str, value) -> None:
    """Checks that there are no fields that the model lacks, except in free-form objects, which declare none."""
    if isinstance(value, list):
        for item in value:
            check(where, item)
    elif hasattr(value, "__attrs_attrs__"):
        fields = [field.name for field in value.__attrs_attrs__ if field.name != "additional_properties"]
        extra = getattr(value, "additional_properties", {})
        assert not (fields and extra), f"{where}: {type(value).__name__} has {list(extra)} beside its fields"
        for name in fields:
            check(f"{where}.{name}", getattr(value, name))


def same(where: str, parsed, sent) -> None:
    if isinstance(sent, dict):
        assert parsed.keys() == sent.keys(), f"{where}: {sorted(parsed)} instead of {sorted(sent)}"
        for name in sent:
            same(f"{where}.{name}", parsed[name], sent[name])
    elif isinstance(sent, list):
        assert len(parsed) == len(sent), where
        for one, other in zip(parsed, sent):
            same(where, one, other)
    elif isinstance(sent, str) and sent.endswith("Z") and isinstance(parsed, str):
        # Dates are formatted back with another notation of UTC and more digits.
        assert parsed[:19] == sent[:19], f"{where}: {parsed} instead of {sent}"
    else:
        assert parsed == sent, f"{where}: {parsed!r} instead of {sent!r}"


def administer() -> None:
    made = call("create_organization", client=operator, body={"name": "Stranger", "plan": "paid"})
    call("list_organizations", client=operator)
    call("get_organization", made.id, client=operator)
    call("update_organization", made.id, client=operator, body={"limits": {"monthlySeconds": 60}})
    call("create_organization_key", made.id, client=operator, body={"name": "first"})
    call("delete_organization", made.id, client=operator)
    assert call("list_audit_log", client=operator, take=1).entries[0].action == "deleteOrganization"
    key = call("create_api_key", body={"name": "mine"})
    call("list_api_keys")
    call("delete_api_key", key.id)
    assert call("get_health", client=anybody).status == "ok"
    assert refused(401, "list_voices", client=Client(base_url=URL)).code == "unauthenticated"
    call("get_concurrency")
    call("get_freemium_usage")
    call("get_usage", by="agent")
    call("get_own_organization")
    call("get_default_provider")


def look_after_models() -> None:
    known = call("list_models", client=operator).models
    name = known[0].name
    assert refused(409, "verify_model", name, client=operator).code == "conflict"
    assert refused(409, "remove_model", name, client=operator).code == "conflict"
    assert call("add_models", client=operator, body={"names": [name]}).state == "running"
    assert call("stop_model_download", client=operator).state == "stopped"


def furnish(version: str):
    base = call(f"create_knowledge_base{version}", body={"name": "Handbook", "description": None})
    assert base.description == ""
    added = call(f"add_document{version}", base.id, body={"name": "a.txt", "mimeType": "text/plain"})
    refused(409, f"index_document{version}", base.id, added.document.id)
    signed = dict(httpx.URL(added.upload_url).params)
    call("upload_document", added.document.id, client=anybody, body=b"Open from nine to six.", **signed)
    call(f"index_document{version}", base.id, added.document.id)
    call(f"list_knowledge_bases{version}", take=50)
    call(f"get_knowledge_base{version}", base.id)
    call(f"update_knowledge_base{version}", base.id, body={"description": "What visitors ask."})
    return base, added.document


def upload_without_right(document) -> None:
    problem = refused(403, "upload_document", document.id, client=anybody, expires=1, signature="none", body=b"Open.")
    assert problem.code == "forbidden"


def make_personas(base):
    voice = call("create_voice", body={"identity": "Kore"})
    call("list_voices")
    call("get_voice", voice.id)
    call("update_voice", voice.id, body=voice.to_dict())
    assert call("get_voice_sample", provider="gemini", voice="Kore").mime_type == "audio/wav"
    assert len(call("get_voice_speakers").providers) == 3
    brain = call("create_brain", body={"instructions": "Be brief."})
    assert brain.greeting_message == ""
    call("list_brains")
    call("get_brain", brain.id)
    call("update_brain", brain.id, body=brain.to_dict())
    preview = call("preview_face", body={"refImage": PORTRAIT, "text": "Hello.", "voice": "Kore"})
    assert preview.clip.count > 0
    face = call("create_face", body={"identity": "stranger", "refImage": PORTRAIT})
    call("list_faces")
    call("get_face", face.id)
    call("update_face", face.id, body=face.to_dict())
    tool = call(
        "create_tool", body={"name": "book", "description": "Books.", "url": "https://example.com/book", "parameters": None}
    )
    call("list_tools")
    call("get_tool", tool.id)
    call("update_tool", tool.id, body={"timeoutMs": 5000})
    call("rotate_tool_secret", tool.id)
    # As from a struct that always sends every field, empty if it has no value.
    character = call(
        "create_character",
        body={"name": "C", "livekitIdentity": "", "faceId": "", "voiceId": "", "brainId": "", "knowledgeBaseId": ""},
    )
    call("list_characters")
    call("get_character", character.id)
    call("update_character", character.id, body={"knowledgeBaseId": base.id, "voiceId": voice.id, "brainId": brain.id})
    character = call("replace_character", character.id, body=call("get_character", character.id).to_dict())
    assert character.knowledge_base.id == base.id and character.face.identity
    agent = call("create_agent", body={"provider": "gemini", "client": {"id": "acme"}, "tools": [{"id": tool.id}]})
    assert agent.greeting_msg == ""
    call("list_agents")
    call("get_agent", agent.id)
    agent = call("replace_agent", agent.id, body=agent.to_dict())
    avatar = call("create_avatar", body={"name": "A", "identity": "stranger-2", "refImage": PORTRAIT, "agentId": agent.id})
    call("list_avatars")
    call("get_avatar", avatar.id)
    call("replace_avatar", avatar.id, body=avatar.to_dict())
    return voice, brain, face, tool, character, agent, avatar


def converse(character, agent, avatar) -> None:
    taken = {"identity": character.livekit_identity}
    problem = refused(422, "start_conversation", body={"name": "T", "characterId": character.id, "consumer": taken})
    assert problem.errors[0].path == "consumer.identity"
    started = call("start_conversation", body={"name": "T", "characterId": character.id})
    conversation = started.conversation
    assert conversation.avatar_identity == conversation.character.livekit_identity == character.livekit_identity
    call("renew_access_tokens", conversation.id)
    call("get_conversation", conversation.id)
    call("get_conversation_latency", conversation.id)
    call("stop_conversation", conversation.id)
    assert "event: status" in call("follow_conversation", conversation.id)
    assert call("erase_conversation", conversation.id).conversation_id == conversation.id
    call("rate_conversation", os.environ["TALK_ID"], body={"rating": "up", "comment": "Good."})
    talk = call("get_conversation", os.environ["TALK_ID"])
    assert talk.rating_comment == "Good."
    assert talk.transcript and talk.timeline
    call("get_conversation_latency", talk.id)
    call("list_conversations", take=50)

    consumer = {"identity": "someone", "name": "Someone"}
    session = call(
        "start_session", body={"name": "S", "avatar": {"id": avatar.id}, "consumerIdentity": consumer}
    ).session
    assert session.avatar.identity == "stranger-2" == session.avatar_identity
    call("get_session", session.id)
    call("list_sessions")
    call("stop_session", session.id)

    token = call("create_token", body={"user": "someone", "client": None, "character": ""}).token
    browser = AuthenticatedClient(base_url=URL, token=token)
    body = {"name": "P", "avatar": {"id": avatar.id}, "agent": {"id": agent.id}, "consumerIdentity": consumer}
    started = call("start_session_pass", client=browser, body=body).session
    call("get_session_pass", started.id, client=browser)
    call("stop_session_pass", started.id, client=browser)
    call("get_user_usage")

    origin = {"origin": "https://shop.example"}
    embed = call("create_embed", body={"name": "E", "characterId": avatar.id, "allowedOrigins": [origin["origin"]]})
    call("list_embeds")
    call("get_embed", embed.id)
    call("update_embed", embed.id, body=embed.to_dict())
    page = Client(base_url=URL, headers=origin)
    call("get_embed_look", embed.id, client=page)
    call("start_embed_conversation", embed.id, client=page)
    call("delete_embed", embed.id)


def remember() -> None:
    memories = call("list_memories", user=os.environ["TALK_USER"]).memories
    call("get_memory", memories[0].id)
    call("delete_memory", memories[0].id)
    call("erase_memories", user=os.environ["TALK_USER"])
    assert call("erase_user", os.environ["TALK_USER"]).user == os.environ["TALK_USER"]


def listen() -> None:
    webhook = call("create_webhook", body={"url": "https://example.com/hook", "eventTypes": ["conversation.ended"]})
    call("list_webhooks")
    call("get_webhook", webhook.id)
    call("update_webhook", webhook.id, body=webhook.to_dict())
    call("rotate_webhook_secret", webhook.id)
    delivery = call("test_webhook", webhook.id, body={})
    call("list_deliveries", webhook.id)
    call("replay_delivery", webhook.id, delivery.id)
    call("delete_webhook", webhook.id)


def name_models() -> None:
    server = call(
        "create_model_server",
        body={"name": "Own", "use": "llm", "url": "https://models.example/v1", "model": "m", "apiKey": "sk-1f0c6a"},
    )
    call("list_model_servers")
    call("get_model_server", server.id)
    call("update_model_server", server.id, body=server.to_dict())
    assert call("try_model_server", server.id).ok is False
    # It answers and does not speak.
    refused(422, "get_server_voices", server.id)
    refused(422, "get_server_voice_sample", server.id, voice="bf_emma")
    call("delete_model_server", server.id)
    assert call("set_provider_key", "openai", body={"key": "sk-proj-1f0c6a5b2d7e"}).ending == "2d7e"
    call("list_provider_keys")
    assert call("try_provider_key", "openai").ok is False
    call("delete_provider_key", "openai")


def read_site(base) -> None:
    site = call("create_website", body={"knowledgeBaseId": base.id, "url": "https://museum.example/", "depth": 1})
    call("list_websites")
    call("get_website", site.id)
    call("update_website", site.id, body=site.to_dict())
    call("read_website", site.id)
    call("get_knowledge_base_embeddings", base.id)
    call("delete_website", site.id)


def invite() -> None:
    """Goes as far as a program without a passkey can."""
    own = URL.replace("127.0.0.1", "localhost")
    browser = Client(base_url=own, headers={"origin": own})
    assert call("get_sign_in_state", client=browser).passkeys
    call("request_passkey", client=browser)
    made = call("create_invitation", body={"name": "Uma Sand", "role": "viewer"})
    call("list_invitations")
    secret = {"secret": made.link.split("invitation=")[1]}
    assert call("open_invitation", client=browser, body=secret).name == "Uma Sand"
    signed = {"id": "q7f0", "clientDataJSON": "e30"}
    refused(401, "accept_invitation", client=browser, body={**secret, **signed, "attestationObject": "oA"})
    proof = {**signed, "authenticatorData": "SZYN", "signature": "MEUC"}
    refused(401, "sign_in_with_passkey", client=browser, body=proof)
    refused(409, "request_open_id", client=browser)
    refused(409, "sign_in_with_open_id", client=browser, body={"query": "code=a"})
    call("sign_out", client=browser)
    call("delete_invitation", made.id)
    assert call("list_members").total == 0
    refused(404, "update_member", "mbr_none", body={"role": "owner"})
    refused(404, "list_member_sessions", "mbr_none")
    refused(404, "end_member_session", "mbr_none", "ses_none")
    refused(404, "delete_member", "mbr_none")


def tidy(base, document, version, personas=None) -> None:
    if personas:
        voice, brain, face, tool, character, agent, avatar = personas
        call("delete_avatar", avatar.id)
        call("delete_agent", agent.id)
        call("delete_character", character.id)
        call("delete_tool", tool.id)
        call("delete_face", face.id)
        call("delete_brain", brain.id)
        call("delete_voice", voice.id)
    call(f"delete_document{version}", base.id, document.id)
    call(f"delete_knowledge_base{version}", base.id)


administer()
look_after_models()
alias_base, alias_document = furnish("_v1")
tidy(alias_base, alias_document, "_v1")
base, document = furnish("")
upload_without_right(document)
call("list_passages", base.id, document.id)
call("search_passages", base.id, query="When is it open?")
personas = make_personas(base)
converse(*personas[4:])
remember()
listen()
name_models()
read_site(base)
invite()
tidy(base, document, "", personas)
missing = OPERATIONS.keys() - called
assert not missing, f"not called: {sorted(missing)}"
print(f"{len(called)} operations")
