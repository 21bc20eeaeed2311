#!/usr/bin/env escript
%% A client made with Erlang's ssh; see client.go for what it is told. A key is
%% one of a folder.
main([Host, Port, User, How, With, Command]) ->
    {ok, _} = application:ensure_all_started(ssh),
    Options = [{user, User}, {silently_accept_hosts, true}, {user_interaction, false}, {save_accepted_host, false}],
    {ok, Connection} = ssh:connect(Host, list_to_integer(Port), way(How, With) ++ Options, 60000),
    {ok, Channel} = ssh_connection:session_channel(Connection, 60000),
    begin_session(Connection, Channel, Command),
    ok = io:setopts(standard_io, [binary, {encoding, latin1}]),
    spawn_link(fun() -> send(Connection, Channel) end),
    receive_all(Connection, Channel, 255).

way("key", Folder) -> [{user_dir, Folder}, {auth_methods, "publickey"}];
way("password", Word) -> [{password, Word}, {auth_methods, "password"}, {user_dir, "."}];
way("nothing", _) -> [{auth_methods, "keyboard-interactive"}, {user_dir, "."}].

begin_session(Connection, Channel, "") ->
    success = ssh_connection:ptty_alloc(Connection, Channel, [{term, "xterm-256color"}, {width, 80}, {height, 24}], 60000),
    ok = ssh_connection:shell(Connection, Channel);
begin_session(Connection, Channel, Command) ->
    success = ssh_connection:exec(Connection, Channel, Command, 60000).

send(Connection, Channel) ->
    case io:get_chars("", 1) of
        eof -> ssh_connection:send_eof(Connection, Channel);
        Char -> ssh_connection:send(Connection, Channel, Char), send(Connection, Channel)
    end.

receive_all(Connection, Channel, Status) ->
    receive
        {ssh_cm, Connection, {data, Channel, 0, Data}} ->
            ssh_connection:adjust_window(Connection, Channel, byte_size(Data)),
            file:write(standard_io, Data),
            receive_all(Connection, Channel, Status);
        {ssh_cm, Connection, {data, Channel, 1, Data}} ->
            ssh_connection:adjust_window(Connection, Channel, byte_size(Data)),
            file:write(standard_error, Data),
            receive_all(Connection, Channel, Status);
        {ssh_cm, Connection, {exit_status, Channel, Code}} -> receive_all(Connection, Channel, Code);
        {ssh_cm, Connection, {closed, Channel}} -> halt(Status);
        {ssh_cm, Connection, _} -> receive_all(Connection, Channel, Status)
    end.
